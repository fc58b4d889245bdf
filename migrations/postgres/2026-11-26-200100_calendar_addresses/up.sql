-- Addresses at which calendar apps, which cannot sign in, read what is due from somebody: one a person. Of the secret in it
-- only the hash is kept.
CREATE TABLE calendar_addresses (
    person_id BIGINT PRIMARY KEY REFERENCES people (id),
    secret BYTEA NOT NULL UNIQUE,
    created_at TIMESTAMP NOT NULL
);
