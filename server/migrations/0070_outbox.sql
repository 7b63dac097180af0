-- What a transaction wants to happen after it: tasks for the queue and events for live updates. The relay
-- (server/src/platform/outbox) hands them on. A transaction must not do so itself: both end in NOTIFY, and PostgreSQL
-- makes all transactions that notify commit one after the other.
-- The checks are those of the queue: a row that it refuses would stop all rows behind it.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The task of the queue; NULL for an event.
  task text CHECK (length(task) <= 128),
  payload json NOT NULL,
  run_at timestamptz,
  job_key text CHECK (length(job_key) <= 512),
  max_attempts smallint CHECK (max_attempts > 0)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The process whose relay hands rows on, so that they keep their order.
CREATE TABLE outbox_lease (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  holder text NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO outbox_lease (holder, expires_at) VALUES ('', '-infinity');

-- The application only writes the outbox; the queue's login reads and empties it (server/src/platform/db/roles.ts).
REVOKE SELECT, UPDATE, DELETE ON outbox FROM fws_app;
REVOKE ALL ON outbox_lease FROM fws_app;
