CREATE INDEX CONCURRENTLY IF NOT EXISTS otp_by_end ON otp (expires_at);
