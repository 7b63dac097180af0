CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_worker_archived ON conversation (worker_id, last_at DESC, id DESC) WHERE worker_archived;
