CREATE INDEX CONCURRENTLY IF NOT EXISTS rating_shown
  ON rating (about_user_id, coalesce(opened_at, rated_at) DESC, job_id DESC)
  WHERE state <> 'sealed' AND uncounted_reason IS NULL;
