CREATE INDEX CONCURRENTLY IF NOT EXISTS message_taken_down ON message (job_id) WHERE taken_down_at IS NOT NULL;
