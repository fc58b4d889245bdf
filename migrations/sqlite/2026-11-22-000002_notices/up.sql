-- Everybody's list is in the order of what happened, and what was told to somebody besides is looked up by when.
CREATE INDEX notifications_moment ON notifications (person_id, created_at);
