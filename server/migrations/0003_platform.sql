-- The first answer to a money command, replayed when the same key and body come again.
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  request_hash text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

-- Bytes live in the file store under storage_key; who may read is decided by what the file belongs to.
CREATE TABLE file (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id bigint NOT NULL,
  subject text NOT NULL CHECK (subject IN ('job', 'quote', 'avatar')),
  subject_id bigint,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  storage_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_subject ON file (subject, subject_id);
CREATE INDEX file_unattached ON file (created_at) WHERE subject_id IS NULL;

-- Every webhook as it came, for proof and for asking the provider again.
CREATE TABLE provider_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  dedupe_key text NOT NULL,
  type text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('valid', 'forged', 'malformed')),
  outcome text,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  UNIQUE (provider, dedupe_key)
);

-- A worker process that has not been seen for a while is dead, and its jobs are given to others.
CREATE TABLE worker_heartbeat (
  worker_id text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

CREATE TABLE setting (
  key text NOT NULL,
  value jsonb NOT NULL,
  effective_from timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key, effective_from)
);

-- Jobs are enqueued inside the transaction that makes them necessary. The queue's own tables stay the owner's.
CREATE FUNCTION enqueue_job(task text, payload json, run_at timestamptz, job_key text, max_attempts integer)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT graphile_worker.add_job(
    identifier => task, payload => payload, run_at => run_at, job_key => job_key, max_attempts => max_attempts,
    job_key_mode => 'replace'
  );
$$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO fws_app;

-- The same for several at once, [{task, payload}]: adding a job costs most by the call, not by the job.
CREATE FUNCTION enqueue_jobs(jobs json) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT graphile_worker.add_jobs(array_agg(
    ROW(job->>'task', job->'payload', NULL, NULL, 25::smallint, NULL, NULL, NULL)::graphile_worker.job_spec
  ))
  FROM json_array_elements(jobs) AS job;
$$;
REVOKE ALL ON FUNCTION enqueue_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs TO fws_app;
