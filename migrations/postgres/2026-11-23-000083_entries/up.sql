-- How many entries of the ledger name an event: one that is taken out is missed, whatever its points.
ALTER TABLE rating_events ADD COLUMN entries BIGINT NOT NULL DEFAULT 0;
UPDATE rating_events SET entries = counted.entries
    FROM (SELECT event_id, count(*) AS entries FROM ledger GROUP BY event_id) AS counted
    WHERE counted.event_id = rating_events.id;
