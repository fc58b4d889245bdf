-- Chance sealed with each act, so that the words of one that was redacted cannot be found by trying.
ALTER TABLE acts ADD COLUMN salt BLOB;
