CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_worker_listed ON conversation (worker_id, last_at DESC, id DESC) WHERE NOT worker_archived;
