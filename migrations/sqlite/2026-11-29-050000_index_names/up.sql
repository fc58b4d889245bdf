-- Indexes are called after their columns, which 2026-11-28-211000 renamed; SQLite does not rename an index.
DROP INDEX cases_petitioner;
CREATE INDEX cases_filed_by ON cases (filed_by);
DROP INDEX cases_concerns;
CREATE INDEX cases_concerned ON cases (concerned_id);
DROP INDEX cases_decider;
CREATE INDEX cases_decided_by ON cases (decided_by);
DROP INDEX chess_notes_by;
CREATE INDEX chess_notes_written_by ON chess_notes (written_by);
DROP INDEX declarations_by;
CREATE INDEX declarations_made_by ON declarations (made_by, id);
DROP INDEX petition_drafts_author;
CREATE INDEX petition_drafts_saved_by ON petition_drafts (saved_by, id);
DROP INDEX reports_reporter;
CREATE INDEX reports_made_by ON reports (made_by, made_at);
DROP INDEX suggestions_author;
CREATE INDEX suggestions_made_by ON suggestions (made_by, id);
DROP INDEX table_talk_by;
CREATE INDEX table_talk_said_by ON table_talk (said_by, at);
