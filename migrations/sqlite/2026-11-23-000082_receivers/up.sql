-- Whose queue a message stands in: a webhook's, a mail domain's, Discord's; nobody's within the service.
ALTER TABLE outbox ADD COLUMN receiver TEXT NOT NULL DEFAULT '';
UPDATE outbox SET receiver = channel || CASE WHEN webhook_id IS NULL THEN '' ELSE ':' || webhook_id END
    WHERE channel <> 'in_app';
CREATE INDEX outbox_waiting ON outbox (receiver, next_attempt_at) WHERE delivered_at IS NULL AND failed_at IS NULL;

-- Receivers that a worker is with, or that did not answer: nobody else turns to them before a time.
CREATE TABLE receivers (
    name TEXT PRIMARY KEY NOT NULL,
    -- How often in a row it did not answer.
    failures INTEGER NOT NULL,
    rests_until TIMESTAMP NOT NULL
);
