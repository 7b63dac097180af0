CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS user_account_verified_mobile ON user_account (mobile) WHERE mobile_verified_at IS NOT NULL;
