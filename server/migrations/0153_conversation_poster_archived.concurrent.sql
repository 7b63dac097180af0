CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_poster_archived ON conversation (poster_id, last_at DESC, id DESC) WHERE poster_archived;
