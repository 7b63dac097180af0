CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_worker_unread_listed ON conversation (worker_id, last_at DESC, id DESC) WHERE worker_unread > 0 AND NOT worker_archived;
