CREATE INDEX CONCURRENTLY IF NOT EXISTS job_open_closes ON job (closes_on, id)
  INCLUDE (location_search) WHERE state = 'open';
