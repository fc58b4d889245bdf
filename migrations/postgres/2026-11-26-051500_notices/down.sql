-- The messages stay: no older version reads them.
SELECT 1;
