-- What somebody entered just now stands on Today of everybody who enters games: without this all games were looked through.
CREATE INDEX games_entered ON games (registered_by, registered_at);
