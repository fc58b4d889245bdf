-- The table of the games room at which somebody wrote what is reported, and what they had written there last: the service
-- quotes it, and not the one who reports.
ALTER TABLE reports ADD COLUMN table_id BIGINT REFERENCES tables (id);
ALTER TABLE reports ADD COLUMN quoted TEXT NOT NULL DEFAULT '';
CREATE INDEX reports_table ON reports (table_id);
