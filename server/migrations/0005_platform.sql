-- What every domain uses: idempotency keys, files and the history of states.

CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  request_hash text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
COMMENT ON TABLE idempotency_key IS
  'The first reply to a command about money. The same key with the same body gets it again';
COMMENT ON COLUMN idempotency_key.key IS 'The header Idempotency-Key';
COMMENT ON COLUMN idempotency_key.request_hash IS 'SHA-256 of the body: the same key with another body is refused';
COMMENT ON COLUMN idempotency_key.answer IS 'The reply, written in the transaction of the command';
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);

CREATE TABLE file (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id bigint NOT NULL,
  -- The kinds are those of the type FileTable (server/src/platform/db/tables.ts).
  subject text NOT NULL CHECK (subject ~ '^[a-z_]+$'),
  subject_id bigint,
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  storage_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  sealed_key bytea
);
COMMENT ON TABLE file IS 'Uploaded files. Their contents are in the file store';
COMMENT ON COLUMN file.subject IS
  'What kind of thing the file belongs to, such as job or quote. It decides who may read the file';
COMMENT ON COLUMN file.subject_id IS 'Which one; null until it is attached. Unattached files are deleted after a day';
COMMENT ON COLUMN file.name IS 'As uploaded';
COMMENT ON COLUMN file.storage_key IS 'Where the file store has the contents';
COMMENT ON COLUMN file.sealed_key IS
  'The key of an encrypted file, sealed with FWS_SECRET; null: the contents are not encrypted';
CREATE INDEX file_subject ON file (subject, subject_id);
CREATE INDEX file_unattached ON file (created_at) WHERE subject_id IS NULL;
CREATE INDEX file_sealed ON file (id) WHERE sealed_key IS NOT NULL;
-- For the task that encrypts them.
CREATE INDEX file_video_unsealed ON file (id) WHERE subject = 'identity_video' AND sealed_key IS NULL;

CREATE SEQUENCE state_change_number;
CREATE TABLE state_change (
  id bigint NOT NULL DEFAULT nextval('state_change_number'),
  subject text NOT NULL CHECK (subject ~ '^[a-z_]{1,40}$'),
  subject_id text NOT NULL,
  job_id bigint,
  track text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  by_user bigint,
  by_role text,
  at timestamptz(3) NOT NULL,
  CONSTRAINT state_change_role CHECK (by_role IN ('poster', 'worker', 'user', 'admin', 'provider', 'system'))
) PARTITION BY RANGE (at);
COMMENT ON TABLE state_change IS
  'Every change of a state. The functions that change a state add the row. Rows are only added. Partitioned by '
  'month';
COMMENT ON COLUMN state_change.subject IS 'What changed, such as job, milestone or refund';
COMMENT ON COLUMN state_change.job_id IS 'Where the subject is part of a job';
COMMENT ON COLUMN state_change.track IS 'The column: a milestone has fund_state, work_state and on_hold';
COMMENT ON COLUMN state_change.by_user IS 'Who caused it; null: a provider, a timer, or another change';
COMMENT ON COLUMN state_change.by_role IS 'In which role';

-- The first partition. Later ones copy its keys and indexes (0020_months.sql).
CREATE TABLE state_change_before (
  LIKE state_change INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT state_change_pkey PRIMARY KEY (id)
);
CREATE INDEX state_change_of_subject ON state_change_before (subject, subject_id, id);
CREATE INDEX state_change_of_job ON state_change_before (job_id, id) WHERE job_id IS NOT NULL;
REVOKE INSERT, UPDATE, DELETE ON state_change FROM fws_app;
-- All but the id, which the sequence assigns.
GRANT INSERT (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at) ON state_change TO fws_app;
