-- Every key of notifications begins with their user, by whom they may be distributed.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notification_of_user ON notification (user_id, id);
