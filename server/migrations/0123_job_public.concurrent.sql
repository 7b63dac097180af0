CREATE INDEX CONCURRENTLY IF NOT EXISTS job_public ON job (id) WHERE state = 'open' AND NOT unlisted;
