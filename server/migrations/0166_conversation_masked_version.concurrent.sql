CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_masked_version ON conversation (masked_version);
