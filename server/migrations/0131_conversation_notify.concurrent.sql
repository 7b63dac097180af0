CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_notify ON conversation (notify_at) WHERE notify_at IS NOT NULL;
