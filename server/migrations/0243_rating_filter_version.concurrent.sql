CREATE INDEX CONCURRENTLY IF NOT EXISTS rating_filter_version ON rating (filter_version);
