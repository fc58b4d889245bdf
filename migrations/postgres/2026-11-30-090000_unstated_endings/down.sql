UPDATE games SET ending = CASE result WHEN 'draw' THEN 'draw_agreed' ELSE 'checkmate' END WHERE ending = 'unstated';
UPDATE held_games SET ending = CASE result WHEN 'draw' THEN 'draw_agreed' ELSE 'checkmate' END WHERE ending = 'unstated';
ALTER TABLE games DROP CONSTRAINT games_ending_check;
ALTER TABLE games ADD CONSTRAINT games_ending_check
    CHECK (ending IN ('checkmate', 'resignation', 'stalemate', 'draw_agreed', 'repetition', 'fifty_moves', 'dead_position', 'bell', 'flag', 'forfeit')) NOT VALID;
ALTER TABLE held_games DROP CONSTRAINT held_games_ending_check;
ALTER TABLE held_games ADD CONSTRAINT held_games_ending_check
    CHECK (ending IN ('checkmate', 'resignation', 'stalemate', 'draw_agreed', 'repetition', 'fifty_moves', 'dead_position', 'bell', 'flag', 'forfeit')) NOT VALID;
-- Where an older club has a row that is otherwise it stays, as before.
DO $$
DECLARE of_it TEXT;
BEGIN
    FOREACH of_it IN ARRAY ARRAY['games', 'held_games']
    LOOP
        BEGIN
            EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', of_it, of_it || '_ending_check');
        EXCEPTION WHEN check_violation THEN
            RAISE NOTICE 'a row of % has another ending', of_it;
        END;
    END LOOP;
END $$;
