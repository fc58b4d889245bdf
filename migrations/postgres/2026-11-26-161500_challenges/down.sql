DROP INDEX tables_ended_by;
ALTER TABLE tables DROP COLUMN ended_by;
