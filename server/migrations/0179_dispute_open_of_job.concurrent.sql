CREATE INDEX CONCURRENTLY IF NOT EXISTS dispute_open_of_job ON dispute (job_id) WHERE state = 'open';
