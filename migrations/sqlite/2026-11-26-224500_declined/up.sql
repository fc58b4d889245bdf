-- Who said no to a seat that was kept for them: they are not asked to that table again.
CREATE TABLE table_declines (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person_id)
);
CREATE INDEX table_declines_person ON table_declines (person_id);
