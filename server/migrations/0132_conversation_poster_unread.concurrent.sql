CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_poster_unread ON conversation (poster_id) WHERE poster_unread > 0;
