DROP TABLE table_declines;
