CREATE INDEX CONCURRENTLY IF NOT EXISTS job_without_city ON job (id) WHERE city IS NULL AND state = 'open';
