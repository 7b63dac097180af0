CREATE INDEX CONCURRENTLY IF NOT EXISTS session_by_end ON session (expires_at);
