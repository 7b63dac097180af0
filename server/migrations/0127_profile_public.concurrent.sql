CREATE INDEX CONCURRENTLY IF NOT EXISTS profile_public ON profile (user_id) WHERE is_public;
