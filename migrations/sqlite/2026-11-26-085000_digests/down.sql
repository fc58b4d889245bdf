DROP TABLE digests;
ALTER TABLE notification_preferences DROP COLUMN email_digest;
