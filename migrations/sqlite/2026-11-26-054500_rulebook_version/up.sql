-- Every publication of the rulebook raises it: each process keeps what the Acts say beside the database.
INSERT INTO versions (name, value) VALUES ('rulebook', 0);
