-- Messages and notices that tell of one event share its id, drawn at random: who is told in a message of their own does not
-- read the one to many besides. What is there already is matched once more by equal times and payloads, as it was until now.
ALTER TABLE outbox ADD COLUMN event_id INTEGER;
ALTER TABLE notifications ADD COLUMN event_id INTEGER;
UPDATE outbox SET event_id = id WHERE channel = 'in_app' AND recipient_id IS NULL;
UPDATE outbox SET event_id = (
    SELECT min(many.id) FROM outbox AS many
    WHERE many.channel = 'in_app' AND many.recipient_id IS NULL
      AND many.created_at = outbox.created_at AND many.topic = outbox.topic
      AND substr(outbox.payload, 1, length(many.payload) - 1) = substr(many.payload, 1, length(many.payload) - 1)
      AND substr(outbox.payload, length(many.payload), 1) IN ('}', ',')
) WHERE channel = 'in_app' AND recipient_id IS NOT NULL;
UPDATE notifications SET event_id = message_id WHERE person_id IS NULL;
UPDATE notifications SET event_id = (
    SELECT min(many.message_id) FROM notifications AS many
    WHERE many.person_id IS NULL
      AND many.created_at = notifications.created_at AND many.topic = notifications.topic
      AND substr(notifications.payload, 1, length(many.payload) - 1) = substr(many.payload, 1, length(many.payload) - 1)
      AND substr(notifications.payload, length(many.payload), 1) IN ('}', ',')
) WHERE person_id IS NOT NULL;
CREATE INDEX outbox_event ON outbox (event_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX notifications_event ON notifications (event_id) WHERE person_id IS NOT NULL;
