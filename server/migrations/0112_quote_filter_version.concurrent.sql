CREATE INDEX CONCURRENTLY IF NOT EXISTS quote_filter_version ON quote (filter_version);
