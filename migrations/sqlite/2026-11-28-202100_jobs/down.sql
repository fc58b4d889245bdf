CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    name TEXT NOT NULL,
    options TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reading', 'entering', 'done', 'refused', 'failed')),
    lines_read INTEGER NOT NULL DEFAULT 0,
    report TEXT,
    created_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    file BLOB,
    entered TEXT,
    taken_back_at TIMESTAMP
);
CREATE TABLE checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    subject TEXT NOT NULL CHECK (subject IN ('ratings', 'acts', 'tables')),
    state TEXT NOT NULL CHECK (state IN ('under_way', 'sound', 'faulty', 'failed')),
    entries INTEGER NOT NULL DEFAULT 0,
    entries_read INTEGER NOT NULL DEFAULT 0,
    faults TEXT NOT NULL DEFAULT '[]',
    created_at TIMESTAMP NOT NULL,
    told_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP
);
CREATE INDEX checks_subject ON checks (subject, id);
CREATE TABLE exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    asked_by INTEGER NOT NULL REFERENCES people (id),
    file TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('under_way', 'ready', 'failed')),
    entries INTEGER NOT NULL DEFAULT 0,
    entries_written INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    created_at TIMESTAMP NOT NULL,
    told_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP
);
CREATE INDEX exports_asked_by ON exports (asked_by, file);
CREATE TABLE export_pieces (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    export_id INTEGER NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (export_id, number)
);
INSERT INTO imports (id, asked_by, name, options, state, lines_read, report, created_at, finished_at, file, entered, taken_back_at)
    SELECT id, asked_by, about, options, state, entries_done, report, created_at, finished_at, file, entered, taken_back_at
    FROM jobs WHERE kind = 'import';
INSERT INTO checks (id, asked_by, subject, state, entries, entries_read, faults, created_at, told_at, finished_at)
    SELECT id, asked_by, about, state, entries, entries_done, coalesce(report, '[]'), created_at, told_at, finished_at
    FROM jobs WHERE kind = 'check';
DROP TABLE job_pieces;
DROP TABLE jobs;
