CREATE INDEX CONCURRENTLY IF NOT EXISTS rating_attachment ON rating (attachment_id) WHERE attachment_id IS NOT NULL;
