-- Who the club is: one row, and none before anybody said so.
CREATE TABLE club (
    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    -- '#rrggbb'.
    accent TEXT,
    -- A PNG, written by the service.
    crest BLOB
);
INSERT INTO versions (name, value) VALUES ('club', 0);
