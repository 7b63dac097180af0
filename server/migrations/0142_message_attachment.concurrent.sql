CREATE INDEX CONCURRENTLY IF NOT EXISTS message_attachment ON message (attachment_id) WHERE attachment_id IS NOT NULL;
