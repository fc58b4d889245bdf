UPDATE games SET state = 'awaiting_approval' WHERE state = 'awaiting_confirmation';
DROP INDEX games_waiting;
CREATE INDEX games_waiting ON games (state) WHERE state IN ('awaiting_membership', 'awaiting_presence', 'awaiting_approval');
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''awaiting_confirmation'', ', '') WHERE type = 'table' AND name = 'games';
PRAGMA writable_schema = RESET;
DROP TABLE confirmations;
