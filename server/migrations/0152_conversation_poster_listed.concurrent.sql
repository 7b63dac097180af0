CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_poster_listed ON conversation (poster_id, last_at DESC, id DESC) WHERE NOT poster_archived;
