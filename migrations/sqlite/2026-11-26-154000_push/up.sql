-- Messages go to phones and browsers as well. SQLite changes a CHECK only in the text of the table; nothing that is stored
-- changes by it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''discord'', ''webhook''', '''discord'', ''webhook'', ''push''')
    WHERE type = 'table' AND name = 'outbox';
PRAGMA writable_schema = RESET;

-- The key that signs requests to push services (RFC 8292). Browsers are given its public half: another one loses them all.
CREATE TABLE push_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    secret BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL
);

-- Browsers that somebody switched messages on in: what their push service gave them (RFC 8030), with the keys that messages
-- are encrypted for (RFC 8291). They hold as long as the sign-in does.
CREATE TABLE push_devices (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES people (id),
    sign_in_id INTEGER NOT NULL REFERENCES sign_ins (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    auth BLOB NOT NULL,
    -- Whether it shows only that there is something.
    is_discreet BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- When the browser said that it ends, if it did.
    expires_at TIMESTAMP
);
CREATE INDEX push_devices_person ON push_devices (person_id);
CREATE INDEX push_devices_sign_in ON push_devices (sign_in_id);

-- What waits for a device goes with it.
ALTER TABLE outbox ADD COLUMN device_id INTEGER REFERENCES push_devices (id) ON DELETE CASCADE;
CREATE INDEX outbox_device ON outbox (device_id);
