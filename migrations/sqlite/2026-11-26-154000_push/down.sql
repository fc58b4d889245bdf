DELETE FROM outbox WHERE channel = 'push';
DROP INDEX outbox_device;
ALTER TABLE outbox DROP COLUMN device_id;
DROP TABLE push_devices;
DROP TABLE push_keys;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''discord'', ''webhook'', ''push''', '''discord'', ''webhook''')
    WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = RESET;
