CREATE INDEX CONCURRENTLY IF NOT EXISTS milestone_without_wait ON milestone (payment_requested_at) WHERE work_state = 'payment_requested' AND wait_left_ms IS NULL;
