DROP TABLE receivers;
DROP INDEX outbox_waiting;
ALTER TABLE outbox DROP COLUMN receiver;
