DELETE FROM outbox WHERE channel = 'push';
DROP INDEX outbox_device;
ALTER TABLE outbox DROP COLUMN device_id;
DROP TABLE push_devices;
DROP TABLE push_keys;
ALTER TABLE outbox DROP CONSTRAINT outbox_channel_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_channel_check CHECK (channel IN ('in_app', 'email', 'discord', 'webhook'));
