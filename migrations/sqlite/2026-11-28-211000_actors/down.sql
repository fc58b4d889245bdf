PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '    case_number TEXT NOT NULL REFERENCES cases (number),', '    case_number TEXT NOT NULL,')
    WHERE type = 'table' AND name = 'interpretations';
UPDATE sqlite_schema SET sql = replace(sql, '    published INTEGER REFERENCES house_rules (version)
', '    published INTEGER
')
    WHERE type = 'table' AND name = 'change_requests';
PRAGMA writable_schema = RESET;
ALTER TABLE accounts RENAME COLUMN powers_rested_by TO powers_rest_by;
ALTER TABLE timed_games RENAME COLUMN started_by TO told_to;
ALTER TABLE opinion_joins RENAME COLUMN joined_by TO justice_id;
ALTER TABLE votes RENAME COLUMN voted_by TO justice_id;
ALTER TABLE rulings RENAME COLUMN ruled_by TO justice_id;
ALTER TABLE leave_votes RENAME COLUMN said_by TO justice_id;
ALTER TABLE tournament_challenges RENAME COLUMN made_by TO challenger_id;
ALTER TABLE reports RENAME COLUMN made_by TO reporter_id;
ALTER TABLE objections RENAME COLUMN made_by TO objector_id;
ALTER TABLE objections RENAME COLUMN overseen_by TO overseer_id;
ALTER TABLE games RENAME COLUMN overseen_by TO overseer_id;
ALTER TABLE decisions RENAME COLUMN decided_by TO decider_id;
ALTER TABLE cases RENAME COLUMN decided_by TO decider_id;
ALTER TABLE cases RENAME COLUMN concerned_id TO concerns_id;
ALTER TABLE cases RENAME COLUMN filed_by TO petitioner_id;
ALTER TABLE table_mutes RENAME COLUMN muted_by TO person_id;
ALTER TABLE table_talk RENAME COLUMN said_by TO by_id;
ALTER TABLE security_log RENAME COLUMN done_by TO by_id;
ALTER TABLE redactions RENAME COLUMN made_by TO by_id;
ALTER TABLE plays RENAME COLUMN played_by TO by_id;
ALTER TABLE evidence_views RENAME COLUMN seen_by TO by_id;
ALTER TABLE evidence_releases RENAME COLUMN recipient_id TO to_id;
ALTER TABLE evidence_releases RENAME COLUMN released_by TO by_id;
ALTER TABLE declarations RENAME COLUMN made_by TO by_id;
ALTER TABLE chief_acts RENAME COLUMN done_by TO by_id;
ALTER TABLE chess_notes RENAME COLUMN written_by TO by_id;
ALTER TABLE petition_drafts RENAME COLUMN saved_by TO author_id;
ALTER TABLE opinions RENAME COLUMN written_by TO author_id;
ALTER TABLE notes RENAME COLUMN created_by TO author_id;
ALTER TABLE judgments RENAME COLUMN written_by TO author_id;
ALTER TABLE filings RENAME COLUMN filed_by TO author_id;
ALTER TABLE drafts RENAME COLUMN drafted_by TO author_id;
ALTER TABLE suggestions RENAME COLUMN made_by TO author_id;
ALTER TABLE change_requests RENAME COLUMN made_by TO author_id;
