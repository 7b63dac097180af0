CREATE INDEX CONCURRENTLY IF NOT EXISTS quote_due ON quote (coalesce(turn_at, created_at))
  WHERE state IN ('submitted', 'asked', 'withheld');
