ALTER TABLE accounts DROP COLUMN powers_rest_by;
ALTER TABLE accounts DROP COLUMN powers_rest_since;
ALTER TABLE invitations DROP COLUMN lifts_authenticator;
DROP TABLE security_log;
