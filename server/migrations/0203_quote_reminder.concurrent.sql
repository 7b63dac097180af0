CREATE INDEX CONCURRENTLY IF NOT EXISTS quote_reminder ON quote (coalesce(turn_at, created_at))
  WHERE state IN ('submitted', 'asked') AND reminded_at IS NULL;
