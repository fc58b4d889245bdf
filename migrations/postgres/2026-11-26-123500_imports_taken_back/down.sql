ALTER TABLE imports DROP COLUMN taken_back_at;
ALTER TABLE imports DROP COLUMN entered;
