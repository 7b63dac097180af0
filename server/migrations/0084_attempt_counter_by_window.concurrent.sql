CREATE INDEX CONCURRENTLY IF NOT EXISTS attempt_counter_by_window ON attempt_counter (window_start);
