-- Files of the club that somebody asked to be made ready, and what there is of them; kept an hour.
CREATE TABLE exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    file TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('under_way', 'ready', 'failed')),
    -- How many the file will have, and how many of them are written.
    entries INTEGER NOT NULL DEFAULT 0,
    entries_written INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL,
    -- When it was last heard of: whoever makes it ready is gone where that is long ago.
    told_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP
);
CREATE INDEX exports_asked_by ON exports (asked_by, file);
CREATE TABLE export_pieces (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    export_id INTEGER NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    -- In the order of the file, from 0.
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (export_id, number)
);
