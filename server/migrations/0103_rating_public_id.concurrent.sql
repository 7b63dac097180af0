CREATE INDEX CONCURRENTLY IF NOT EXISTS rating_public_id ON rating (public_id);
