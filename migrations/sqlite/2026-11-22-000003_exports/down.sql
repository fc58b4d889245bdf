DROP TABLE export_pieces;
DROP TABLE exports;
