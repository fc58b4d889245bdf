-- What happened at the doors: sign-ins and failed ones, changes of accounts and roles, downloads. Kept for 90 days.
CREATE TABLE security_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    event TEXT NOT NULL,
    -- Whose account it was; nothing where the login was nobody's.
    person_id INTEGER REFERENCES people (id),
    -- Who did it, where that was somebody else.
    by_id INTEGER REFERENCES people (id),
    address TEXT NOT NULL,
    detail TEXT NOT NULL,
    -- What happened again within an hour is counted in the same line.
    times INTEGER NOT NULL,
    first_at TIMESTAMP NOT NULL,
    last_at TIMESTAMP NOT NULL
);
CREATE INDEX security_log_event ON security_log (event, first_at);
CREATE INDEX security_log_last_at ON security_log (last_at);
-- Whether a code for a new password lifts the authenticator, which is lost, too.
ALTER TABLE invitations ADD COLUMN lifts_authenticator BOOLEAN NOT NULL DEFAULT FALSE;
-- Since when the powers of somebody rest whose password was reset, and who had the code made.
ALTER TABLE accounts ADD COLUMN powers_rest_since TIMESTAMP;
ALTER TABLE accounts ADD COLUMN powers_rest_by INTEGER;
