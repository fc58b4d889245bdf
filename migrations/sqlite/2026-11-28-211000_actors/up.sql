-- Who did it is called `<participle>_by`, whom or what a row is about `<noun>_id`.
ALTER TABLE change_requests RENAME COLUMN author_id TO made_by;
ALTER TABLE suggestions RENAME COLUMN author_id TO made_by;
ALTER TABLE drafts RENAME COLUMN author_id TO drafted_by;
ALTER TABLE filings RENAME COLUMN author_id TO filed_by;
ALTER TABLE judgments RENAME COLUMN author_id TO written_by;
ALTER TABLE notes RENAME COLUMN author_id TO created_by;
ALTER TABLE opinions RENAME COLUMN author_id TO written_by;
ALTER TABLE petition_drafts RENAME COLUMN author_id TO saved_by;
ALTER TABLE chess_notes RENAME COLUMN by_id TO written_by;
ALTER TABLE chief_acts RENAME COLUMN by_id TO done_by;
ALTER TABLE declarations RENAME COLUMN by_id TO made_by;
ALTER TABLE evidence_releases RENAME COLUMN by_id TO released_by;
ALTER TABLE evidence_releases RENAME COLUMN to_id TO recipient_id;
ALTER TABLE evidence_views RENAME COLUMN by_id TO seen_by;
ALTER TABLE plays RENAME COLUMN by_id TO played_by;
ALTER TABLE redactions RENAME COLUMN by_id TO made_by;
ALTER TABLE security_log RENAME COLUMN by_id TO done_by;
ALTER TABLE table_talk RENAME COLUMN by_id TO said_by;
ALTER TABLE table_mutes RENAME COLUMN person_id TO muted_by;
ALTER TABLE cases RENAME COLUMN petitioner_id TO filed_by;
ALTER TABLE cases RENAME COLUMN concerns_id TO concerned_id;
ALTER TABLE cases RENAME COLUMN decider_id TO decided_by;
ALTER TABLE decisions RENAME COLUMN decider_id TO decided_by;
ALTER TABLE games RENAME COLUMN overseer_id TO overseen_by;
ALTER TABLE objections RENAME COLUMN overseer_id TO overseen_by;
ALTER TABLE objections RENAME COLUMN objector_id TO made_by;
ALTER TABLE reports RENAME COLUMN reporter_id TO made_by;
ALTER TABLE tournament_challenges RENAME COLUMN challenger_id TO made_by;
ALTER TABLE leave_votes RENAME COLUMN justice_id TO said_by;
ALTER TABLE rulings RENAME COLUMN justice_id TO ruled_by;
ALTER TABLE votes RENAME COLUMN justice_id TO voted_by;
ALTER TABLE opinion_joins RENAME COLUMN justice_id TO joined_by;
ALTER TABLE timed_games RENAME COLUMN told_to TO started_by;
ALTER TABLE accounts RENAME COLUMN powers_rest_by TO powers_rested_by;
-- An interpretation is of a case, and what was accepted was published as a version. Where an older club has a row that is
-- otherwise it stays, and `rookery check` tells of it.
-- SQLite adds a reference to a column only in the text of its table.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '    case_number TEXT NOT NULL,', '    case_number TEXT NOT NULL REFERENCES cases (number),')
    WHERE type = 'table' AND name = 'interpretations';
UPDATE sqlite_schema SET sql = replace(sql, '    published INTEGER
', '    published INTEGER REFERENCES house_rules (version)
')
    WHERE type = 'table' AND name = 'change_requests';
PRAGMA writable_schema = RESET;
