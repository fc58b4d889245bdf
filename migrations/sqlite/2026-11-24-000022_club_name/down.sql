DROP TABLE club;
DELETE FROM versions WHERE name = 'club';
