DROP TABLE chess_analyses;
