DROP TABLE migrated;
