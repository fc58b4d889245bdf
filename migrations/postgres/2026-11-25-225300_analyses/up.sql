-- What a chess engine thinks of a game that is over: a JSON list with a place for each position.
CREATE TABLE chess_analyses (
    table_id BIGINT PRIMARY KEY NOT NULL REFERENCES tables (id),
    at TIMESTAMP NOT NULL,
    engine TEXT NOT NULL,
    finished BOOLEAN NOT NULL,
    positions TEXT NOT NULL
);
