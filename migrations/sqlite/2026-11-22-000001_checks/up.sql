-- Checks of the club's records that an administrator asked for, and what they found.
CREATE TABLE checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    subject TEXT NOT NULL CHECK (subject IN ('ratings', 'acts', 'tables')),
    state TEXT NOT NULL CHECK (state IN ('under_way', 'sound', 'faulty', 'failed')),
    -- How many there were when it began, and how many of them were gone through.
    entries INTEGER NOT NULL DEFAULT 0,
    entries_read INTEGER NOT NULL DEFAULT 0,
    -- JSON: where records do not agree, a sentence each.
    faults TEXT NOT NULL DEFAULT '[]',
    created_at TIMESTAMP NOT NULL,
    -- When it was last heard of: whoever carried it out is gone where that is long ago.
    told_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP
);
CREATE INDEX checks_subject ON checks (subject, id);
