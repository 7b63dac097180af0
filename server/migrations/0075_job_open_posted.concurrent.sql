CREATE INDEX CONCURRENTLY IF NOT EXISTS job_open_posted ON job (posted_at DESC, id DESC)
  INCLUDE (closes_on, location_search) WHERE state = 'open';
