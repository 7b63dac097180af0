CREATE INDEX CONCURRENTLY IF NOT EXISTS contract_poster_open ON contract (poster_id, awarded_at DESC, job_id DESC)
  WHERE completed_at IS NULL AND cancelled_at IS NULL;
