-- Indexes are called after their columns, which 2026-11-28-211000 renamed.
ALTER INDEX cases_petitioner RENAME TO cases_filed_by;
ALTER INDEX cases_concerns RENAME TO cases_concerned;
ALTER INDEX cases_decider RENAME TO cases_decided_by;
ALTER INDEX chess_notes_by RENAME TO chess_notes_written_by;
ALTER INDEX declarations_by RENAME TO declarations_made_by;
ALTER INDEX petition_drafts_author RENAME TO petition_drafts_saved_by;
ALTER INDEX reports_reporter RENAME TO reports_made_by;
ALTER INDEX suggestions_author RENAME TO suggestions_made_by;
ALTER INDEX table_talk_by RENAME TO table_talk_said_by;
