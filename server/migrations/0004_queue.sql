-- The outbox, and what the application may do with the queue. The queue's tables belong to graphile-worker, which
-- creates them before the first migration.

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The checks are those of the queue: a row that it refuses would stop all rows behind it.
  task text CHECK (length(task) <= 128),
  payload json NOT NULL,
  run_at timestamptz,
  job_key text CHECK (length(job_key) <= 512),
  max_attempts smallint CHECK (max_attempts > 0)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
COMMENT ON TABLE outbox IS
  'What a transaction wants to happen after it: tasks for the queue and events for live updates. The relay '
  '(server/src/platform/outbox) hands them on and deletes them. A transaction must not do so itself: both end in '
  'NOTIFY, and PostgreSQL commits transactions that notify one after the other';
COMMENT ON COLUMN outbox.task IS 'The task of the queue; null for an event';
COMMENT ON COLUMN outbox.run_at IS 'Not before then; null: at once';
COMMENT ON COLUMN outbox.job_key IS 'A later task with the same key replaces this one while it waits';

CREATE TABLE outbox_lease (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  holder text NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE outbox_lease IS 'One row: the process whose relay hands on the outbox, so that rows keep their order';
INSERT INTO outbox_lease (holder, expires_at) VALUES ('', '-infinity');

-- The application only adds rows. The queue's login reads and deletes them (server/src/platform/db/roles.ts).
REVOKE SELECT, UPDATE, DELETE ON outbox FROM fws_app;
REVOKE ALL ON outbox_lease FROM fws_app;

CREATE TABLE worker_heartbeat (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
COMMENT ON TABLE worker_heartbeat IS
  'The worker processes. The tasks of one that has not been seen for a while are given to others';

-- Failed tasks only, so ordinary tasks cost nothing more.
CREATE INDEX fws_failed_job ON graphile_worker._private_jobs (updated_at, id)
  WHERE attempts >= max_attempts AND locked_at IS NULL;
CREATE INDEX fws_jobs_failed ON graphile_worker._private_jobs (task_id) WHERE last_error IS NOT NULL;

CREATE VIEW failed_job AS
SELECT job.id, task.identifier AS task, job.attempts, job.created_at, job.updated_at AS failed_at,
  split_part(coalesce(job.last_error, ''), E'\n', 1) AS error,
  (SELECT coalesce(json_object_agg(given.key, given.value), '{}') FROM json_each(CASE json_typeof(job.payload) WHEN 'object' THEN job.payload ELSE '{}' END) given
    WHERE given.key ~ '(Id|^provider|^round)$' AND json_typeof(given.value) IN ('number', 'string')) AS about
FROM graphile_worker._private_jobs job
JOIN graphile_worker._private_tasks task ON task.id = job.task_id
WHERE job.attempts >= job.max_attempts AND job.locked_at IS NULL;
COMMENT ON VIEW failed_job IS
  'Tasks of the queue whose attempts are used up. Of their payloads it shows ids only: the rest may be personal '
  'data';
REVOKE ALL ON failed_job FROM fws_app;
GRANT SELECT ON failed_job TO fws_app;

-- Gives a failed task all its attempts again. False when it has not failed, or was retried or dismissed meanwhile.
CREATE FUNCTION retry_failed_job(job_id bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) > 0 FROM graphile_worker.reschedule_jobs(
    ARRAY(SELECT id FROM public.failed_job WHERE id = job_id), run_at => now(), attempts => 0);
$$;
REVOKE ALL ON FUNCTION retry_failed_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retry_failed_job TO fws_app;

CREATE FUNCTION dismiss_failed_job(job_id bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) > 0 FROM graphile_worker.complete_jobs(
    ARRAY(SELECT id FROM public.failed_job WHERE id = job_id));
$$;
REVOKE ALL ON FUNCTION dismiss_failed_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dismiss_failed_job TO fws_app;

-- The queue by task: what is due, since when the oldest has been due, what failed and will be tried again, and what was
-- given up. It counts at most `at_most` tasks of each kind.
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

-- Adds a task to the queue directly, where no outbox hands it on.
CREATE FUNCTION enqueue_job(task text, payload json, run_at timestamptz, job_key text, max_attempts integer)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT graphile_worker.add_job(
    identifier => task, payload => payload, run_at => run_at, job_key => job_key, max_attempts => max_attempts,
    job_key_mode => 'replace'
  );
$$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO fws_app;

-- Adds several tasks, [{task, payload}], by one call.
CREATE FUNCTION enqueue_jobs(jobs json) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT graphile_worker.add_jobs(array_agg(
    ROW(job->>'task', job->'payload', NULL, NULL, 25::smallint, NULL, NULL, NULL)::graphile_worker.job_spec
  ))
  FROM json_array_elements(jobs) AS job;
$$;
REVOKE ALL ON FUNCTION enqueue_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs TO fws_app;
