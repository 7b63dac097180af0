CREATE INDEX CONCURRENTLY IF NOT EXISTS job_filter_version ON job (filter_version);
