-- Jobs that somebody asked for, which go on by themselves: checks of the club's records, exports and imports of files. An
-- import keeps its number, by which the act log names it; checks are numbered after them.
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('check', 'export', 'import')),
    asked_by INTEGER NOT NULL REFERENCES people (id),
    -- Which records are gone through; which file is made; what the file is called that is read.
    about TEXT NOT NULL,
    -- JSON: how it is to be done.
    options TEXT NOT NULL DEFAULT '{}',
    state TEXT NOT NULL,
    -- How many there are to go through, where that is known, and how many of them are done.
    entries INTEGER NOT NULL DEFAULT 0,
    entries_done INTEGER NOT NULL DEFAULT 0,
    -- How large the file is that it has made so far.
    bytes INTEGER NOT NULL DEFAULT 0,
    -- JSON: what came of it.
    report TEXT,
    created_at TIMESTAMP NOT NULL,
    -- When it was last heard of: whoever carries it out is gone where that is long ago.
    told_at TIMESTAMP NOT NULL,
    finished_at TIMESTAMP,
    -- The file of a trial, until it is entered; kept a day.
    file BLOB,
    -- JSON: the rows that an import entered, as long as it can be taken back as a whole; and when it was.
    entered TEXT,
    taken_back_at TIMESTAMP,
    CHECK (kind <> 'check' OR about IN ('ratings', 'acts', 'tables')),
    CHECK (
        (kind = 'check' AND state IN ('under_way', 'sound', 'faulty', 'failed'))
        OR (kind = 'export' AND state IN ('under_way', 'ready', 'failed'))
        OR (kind = 'import' AND state IN ('reading', 'entering', 'done', 'refused', 'failed'))
    ),
    CHECK ((finished_at IS NULL) = (state IN ('under_way', 'reading', 'entering')))
);
CREATE INDEX jobs_about ON jobs (kind, about, id);
CREATE INDEX jobs_asked_by ON jobs (asked_by, kind);
CREATE INDEX jobs_under_way ON jobs (told_at) WHERE finished_at IS NULL;
-- What an export has made.
CREATE TABLE job_pieces (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    -- In the order of the file, from 0.
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (job_id, number)
);

-- Whoever carried one out has stopped: the program that runs this is another. Exports, which are kept for an hour, are asked
-- for anew.
INSERT INTO jobs (id, kind, asked_by, about, options, state, entries_done, report, created_at, told_at, finished_at,
        file, entered, taken_back_at)
    SELECT id, 'import', asked_by, name, options, CASE WHEN state IN ('reading', 'entering') THEN 'failed' ELSE state END,
        lines_read, report, created_at, created_at, coalesce(finished_at, created_at), file, entered, taken_back_at
    FROM imports;
INSERT INTO jobs (id, kind, asked_by, about, state, entries, entries_done, report, created_at, told_at, finished_at)
    SELECT id + (SELECT coalesce(max(id), 0) FROM imports), 'check', asked_by, subject,
        CASE state WHEN 'under_way' THEN 'failed' ELSE state END,
        entries, entries_read, faults, created_at, told_at, coalesce(finished_at, told_at)
    FROM checks;
DROP TABLE export_pieces;
DROP TABLE exports;
DROP TABLE checks;
DROP TABLE imports;
