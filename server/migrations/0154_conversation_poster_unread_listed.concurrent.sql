CREATE INDEX CONCURRENTLY IF NOT EXISTS conversation_poster_unread_listed ON conversation (poster_id, last_at DESC, id DESC) WHERE poster_unread > 0 AND NOT poster_archived;
