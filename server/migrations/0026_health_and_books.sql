-- How the product is, and its books, each figure from an index.

-- Are the migrations current? The application may ask.
GRANT SELECT ON kysely_migration TO fws_app;

-- Only what failed is in it, so an ordinary job costs nothing more.
CREATE INDEX IF NOT EXISTS fws_jobs_failed ON graphile_worker._private_jobs (task_id) WHERE last_error IS NOT NULL;

-- The queue by task: what is due, how long the longest has waited, what failed and comes back, what was given up.
-- Beyond `at_most` of each they are not counted one by one.
CREATE FUNCTION queue_depths(at_most integer)
RETURNS TABLE (task text, due integer, oldest_due_at timestamptz, failing integer, given_up integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH due AS (
    SELECT task_id, count(*)::int AS due, min(run_at) AS oldest FROM (
      SELECT task_id, run_at FROM graphile_worker._private_jobs
      WHERE is_available = true AND run_at <= now() ORDER BY priority, run_at LIMIT at_most) jobs
    GROUP BY task_id
  ), failed AS (
    SELECT task_id, count(*) FILTER (WHERE attempts < max_attempts)::int AS failing,
      count(*) FILTER (WHERE attempts >= max_attempts)::int AS given_up
    FROM (
      SELECT task_id, attempts, max_attempts FROM graphile_worker._private_jobs
      WHERE last_error IS NOT NULL LIMIT at_most) jobs
    GROUP BY task_id
  )
  SELECT tasks.identifier, coalesce(due.due, 0), due.oldest, coalesce(failed.failing, 0), coalesce(failed.given_up, 0)
  FROM due FULL JOIN failed USING (task_id)
  JOIN graphile_worker._private_tasks tasks ON tasks.id = task_id
  ORDER BY tasks.identifier;
$$;
REVOKE ALL ON FUNCTION queue_depths FROM PUBLIC;
GRANT EXECUTE ON FUNCTION queue_depths TO fws_app;

CREATE INDEX provider_event_last_valid ON provider_event (provider, received_at DESC) WHERE verdict = 'valid';

-- What is too dear for a page is worked out by a job, and shown with its time.
CREATE TABLE books_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('measures', 'invariants', 'trial_balance', 'reconciliation')),
  -- Null: by the clock.
  asked_by bigint REFERENCES user_account (id),
  asked_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  result jsonb,
  CHECK ((finished_at IS NULL) = (result IS NULL))
);
-- Asked for again while it runs: the same one.
CREATE UNIQUE INDEX books_run_one ON books_run (kind) WHERE finished_at IS NULL;
CREATE INDEX books_run_newest ON books_run (kind, id DESC);

-- Accounts as they are looked through: by kind, and a hot one's entries, which count no versions, by their transactions.
CREATE INDEX account_kind ON ledger.account (split_part(code, ':', 1), id DESC);
CREATE INDEX entry_of_hot_account ON ledger.entry (account_id, txn_id DESC, seq DESC) INCLUDE (amount)
  WHERE account_version IS NULL;
CREATE INDEX account_hot ON ledger.account (id DESC) WHERE hot;
