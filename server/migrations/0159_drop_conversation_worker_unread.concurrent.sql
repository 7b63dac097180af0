DROP INDEX CONCURRENTLY IF EXISTS conversation_worker_unread;
