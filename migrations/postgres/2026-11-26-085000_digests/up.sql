-- Whether somebody has one letter a day, of all that can wait for it.
ALTER TABLE notification_preferences ADD COLUMN email_digest BOOLEAN NOT NULL DEFAULT FALSE;

-- What waits for somebody's letter of the day.
CREATE TABLE digests (
    person_id BIGINT NOT NULL REFERENCES people (id),
    notification_id BIGINT NOT NULL REFERENCES notifications (id),
    kept_at TIMESTAMP NOT NULL,
    PRIMARY KEY (person_id, notification_id)
);
