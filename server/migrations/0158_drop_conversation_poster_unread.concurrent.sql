DROP INDEX CONCURRENTLY IF EXISTS conversation_poster_unread;
