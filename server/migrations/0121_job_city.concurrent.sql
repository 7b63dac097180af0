CREATE INDEX CONCURRENTLY IF NOT EXISTS job_public_city ON job (city, posted_at DESC, id DESC)
  WHERE state = 'open' AND NOT unlisted;
