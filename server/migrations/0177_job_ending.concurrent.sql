CREATE INDEX CONCURRENTLY IF NOT EXISTS job_ending_state ON job (id) WHERE state = 'ending';
