-- What whoever opened a table calls it.
ALTER TABLE tables ADD COLUMN name TEXT;

-- Whose talk at tables somebody does not want to read.
CREATE TABLE table_mutes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    muted_id INTEGER NOT NULL REFERENCES people (id),
    UNIQUE (person_id, muted_id),
    CHECK (person_id <> muted_id)
);
CREATE INDEX table_mutes_of ON table_mutes (muted_id);

-- What somebody noted on a move of a game that is over: half-moves played, 0 for the beginning.
CREATE TABLE chess_notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    by_id INTEGER NOT NULL REFERENCES people (id),
    at TIMESTAMP NOT NULL,
    -- A sign of chess: '!', '?', '!!', '??', '!?', '?!'.
    sign TEXT CHECK (sign IN ('!', '?', '!!', '??', '!?', '?!')),
    text TEXT NOT NULL,
    UNIQUE (table_id, ply, by_id)
);
CREATE INDEX chess_notes_by ON chess_notes (by_id);
