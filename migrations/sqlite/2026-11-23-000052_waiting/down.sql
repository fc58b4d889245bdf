ALTER TABLE removal_requests DROP COLUMN waits;
ALTER TABLE games DROP COLUMN began_at;
ALTER TABLE games DROP COLUMN room;
UPDATE games SET state = 'lapsed' WHERE state = 'awaiting_presence';
DROP INDEX games_waiting;
CREATE INDEX games_waiting ON games (state) WHERE state IN ('awaiting_membership', 'awaiting_approval');
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''awaiting_presence'', ', '') WHERE type = 'table' AND name = 'games';
PRAGMA writable_schema = RESET;
