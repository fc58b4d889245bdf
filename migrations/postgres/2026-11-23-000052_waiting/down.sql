ALTER TABLE removal_requests DROP COLUMN waits;
ALTER TABLE games DROP COLUMN began_at;
ALTER TABLE games DROP COLUMN room;
UPDATE games SET state = 'lapsed' WHERE state = 'awaiting_presence';
DROP INDEX games_waiting;
CREATE INDEX games_waiting ON games (state) WHERE state IN ('awaiting_membership', 'awaiting_approval');
ALTER TABLE games DROP CONSTRAINT games_state_check;
ALTER TABLE games ADD CONSTRAINT games_state_check
    CHECK (state IN ('awaiting_membership', 'awaiting_approval', 'rated', 'refused', 'lapsed', 'void', 'replaced'));
