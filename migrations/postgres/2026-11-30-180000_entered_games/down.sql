DROP INDEX games_entered;
