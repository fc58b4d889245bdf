-- A game may wait until a moderator or justice has been in the room for long enough (Acts 0.6, 0.9).
ALTER TABLE games DROP CONSTRAINT games_state_check;
ALTER TABLE games ADD CONSTRAINT games_state_check
    CHECK (state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_approval', 'rated', 'refused', 'lapsed', 'void', 'replaced'));
DROP INDEX games_waiting;
CREATE INDEX games_waiting ON games (state) WHERE state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_approval');
-- Where and when it began, if somebody said so (Acts 0.5, I.7.1).
ALTER TABLE games ADD COLUMN room TEXT;
ALTER TABLE games ADD COLUMN began_at TIMESTAMP;
-- A request to be removed waits while the member is banned or a party to an open case (Act II.8.1); its days begin afterwards.
ALTER TABLE removal_requests ADD COLUMN waits BOOLEAN NOT NULL DEFAULT FALSE;
