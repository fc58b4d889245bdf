-- Accounts that wait for a moderator to say that somebody is whom they say they are: a person whom the club knew already.
CREATE TABLE claims (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    email TEXT,
    password_hash TEXT NOT NULL,
    joins_leaderboard BOOLEAN NOT NULL,
    made_at TIMESTAMP NOT NULL
);
CREATE INDEX claims_of ON claims (person_id);
