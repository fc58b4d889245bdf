-- What language somebody reads in, as the pages were when they last signed in or chose: letters are written in it.
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
