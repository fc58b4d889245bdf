-- Which version of the program ran each migration; none stands here of those that were run before this table was made.
CREATE TABLE migrated (
    version TEXT PRIMARY KEY NOT NULL,
    program TEXT NOT NULL,
    at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
