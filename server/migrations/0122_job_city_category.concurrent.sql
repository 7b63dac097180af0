CREATE INDEX CONCURRENTLY IF NOT EXISTS job_public_city_category ON job (city, category_id, posted_at DESC, id DESC)
  WHERE state = 'open' AND NOT unlisted;
