CREATE INDEX CONCURRENTLY IF NOT EXISTS passkey_registration_by_end ON passkey_registration (expires_at);
