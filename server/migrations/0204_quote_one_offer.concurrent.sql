CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS quote_one_offer ON quote (job_id, worker_id)
  WHERE state IN ('submitted', 'asked', 'accepted');
