DROP INDEX notifications_event;
DROP INDEX outbox_event;
ALTER TABLE notifications DROP COLUMN event_id;
ALTER TABLE outbox DROP COLUMN event_id;
