DROP INDEX outbox_told;
DROP INDEX acts_actor;
