CREATE INDEX CONCURRENTLY IF NOT EXISTS job_awarded_city ON job (city, category_id)
  WHERE state IN ('awarded', 'in_progress', 'completed') AND city > '';
