DROP TABLE chess_notes;
DROP TABLE table_mutes;
ALTER TABLE tables DROP COLUMN name;
