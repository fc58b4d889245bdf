-- The name that somebody typed who says that they are a person whom the club knows: it may be nearly that person's. Of claims
-- that are there already it is not known.
ALTER TABLE claims ADD COLUMN name TEXT;
