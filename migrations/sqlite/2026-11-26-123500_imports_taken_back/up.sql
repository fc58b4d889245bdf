-- The rows that an import entered, as long as it can be taken back as a whole; and when it was.
ALTER TABLE imports ADD COLUMN entered TEXT;
ALTER TABLE imports ADD COLUMN taken_back_at TIMESTAMP;
