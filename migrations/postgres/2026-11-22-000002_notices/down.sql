DROP INDEX notifications_moment;
