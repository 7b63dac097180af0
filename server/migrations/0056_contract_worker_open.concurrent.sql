CREATE INDEX CONCURRENTLY IF NOT EXISTS contract_worker_open ON contract (worker_id, awarded_at DESC, job_id DESC)
  WHERE completed_at IS NULL AND cancelled_at IS NULL;
