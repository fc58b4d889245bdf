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
ALTER TABLE interpretations ADD CONSTRAINT interpretations_case_number_fkey
    FOREIGN KEY (case_number) REFERENCES cases (number) NOT VALID;
ALTER TABLE change_requests ADD CONSTRAINT change_requests_published_fkey
    FOREIGN KEY (published) REFERENCES house_rules (version) NOT VALID;
DO $$
DECLARE made RECORD;
BEGIN
    FOR made IN SELECT conrelid::regclass AS its_table, conname FROM pg_constraint
        WHERE NOT convalidated AND connamespace = current_schema()::regnamespace
    LOOP
        BEGIN
            EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', made.its_table, made.conname);
        EXCEPTION WHEN check_violation OR foreign_key_violation THEN
            RAISE NOTICE 'a row of % is not as % asks', made.its_table, made.conname;
        END;
    END LOOP;
END $$;
