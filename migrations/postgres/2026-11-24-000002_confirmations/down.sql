UPDATE games SET state = 'awaiting_approval' WHERE state = 'awaiting_confirmation';
DROP INDEX games_waiting;
CREATE INDEX games_waiting ON games (state) WHERE state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_approval');
ALTER TABLE games DROP CONSTRAINT games_state_check;
ALTER TABLE games ADD CONSTRAINT games_state_check
    CHECK (state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_approval', 'rated', 'refused', 'lapsed', 'void', 'replaced'));
DROP TABLE confirmations;
