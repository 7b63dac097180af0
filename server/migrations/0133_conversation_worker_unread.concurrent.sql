CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_worker_unread ON conversation (worker_id) WHERE worker_unread > 0;
