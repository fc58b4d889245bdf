ALTER TABLE rating_events DROP COLUMN entries;
