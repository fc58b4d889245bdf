DROP TABLE outside_ratings;
DROP TABLE tournament_challenges;
DROP TABLE tournament_boards;
DROP TABLE tournament_rounds;
DROP TABLE tournament_byes;
DROP TABLE tournament_players;
DROP TABLE tournament_teams;
DROP TABLE tournaments;
