-- Nobody plays themselves, a game ends in a way that there is, and what names another row refers to it. Where an older club
-- has a row that is otherwise it stays, and `rookery check` tells of it: an upgrade does not fail for that.
DELETE FROM idempotency_keys WHERE person_id NOT IN (SELECT id FROM people);
ALTER TABLE games ADD CONSTRAINT games_ending_check
    CHECK (ending IN ('checkmate', 'resignation', 'stalemate', 'draw_agreed', 'repetition', 'fifty_moves', 'dead_position', 'bell', 'flag', 'forfeit')) NOT VALID;
ALTER TABLE games ADD CONSTRAINT games_players_check
    CHECK (black_id <> white_id) NOT VALID;
ALTER TABLE held_games ADD CONSTRAINT held_games_state_check
    CHECK (state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_confirmation', 'awaiting_approval', 'rated', 'refused', 'lapsed', 'void', 'replaced')) NOT VALID;
ALTER TABLE held_games ADD CONSTRAINT held_games_result_check
    CHECK (result IN ('white', 'draw', 'black')) NOT VALID;
ALTER TABLE held_games ADD CONSTRAINT held_games_ending_check
    CHECK (ending IN ('checkmate', 'resignation', 'stalemate', 'draw_agreed', 'repetition', 'fifty_moves', 'dead_position', 'bell', 'flag', 'forfeit')) NOT VALID;
ALTER TABLE timed_games ADD CONSTRAINT timed_games_players_check
    CHECK (black_id <> white_id) NOT VALID;
ALTER TABLE pairings ADD CONSTRAINT pairings_players_check
    CHECK (black_id <> white_id) NOT VALID;
ALTER TABLE rating_events ADD CONSTRAINT rating_events_players_check
    CHECK (second_id <> first_id) NOT VALID;
ALTER TABLE petition_drafts ADD CONSTRAINT petition_drafts_subject_check
    CHECK (subject IN ('decision', 'ban', 'monitor', 'clock_order', 'deduction', 'technical_modification', 'chief_act', 'removal', 'game', 'question')) NOT VALID;
ALTER TABLE petition_drafts ADD CONSTRAINT petition_drafts_ground_check
    CHECK (ground IN ('unreasonable', 'no_longer')) NOT VALID;
ALTER TABLE accounts ADD CONSTRAINT accounts_powers_rest_by_fkey
    FOREIGN KEY (powers_rest_by) REFERENCES people (id) NOT VALID;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_person_id_fkey
    FOREIGN KEY (person_id) REFERENCES people (id) NOT VALID;
ALTER TABLE cases ADD CONSTRAINT cases_decision_id_fkey
    FOREIGN KEY (decision_id) REFERENCES decisions (id) NOT VALID;
ALTER TABLE cases ADD CONSTRAINT cases_ban_id_fkey
    FOREIGN KEY (ban_id) REFERENCES bans (id) NOT VALID;
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
