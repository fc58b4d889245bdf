-- Who ended a table at which nothing was played: whoever opened it, or somebody challenged who said no.
ALTER TABLE tables ADD COLUMN ended_by INTEGER REFERENCES people (id);
CREATE INDEX tables_ended_by ON tables (ended_by);
