DROP INDEX reports_table;
ALTER TABLE reports DROP COLUMN quoted;
ALTER TABLE reports DROP COLUMN table_id;
