DELETE FROM versions WHERE name = 'rulebook';
