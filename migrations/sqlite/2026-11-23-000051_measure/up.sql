-- How often somebody did something lately, and whether somebody was told the same a moment ago.
CREATE INDEX acts_actor ON acts (actor_id, act, at);
CREATE INDEX outbox_told ON outbox (recipient_id, topic, created_at);
