-- A poster invites workers to quote on an open job. A worker says when they usually take work.

CREATE TABLE invitation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES job,
  worker_id bigint NOT NULL REFERENCES user_account,
  note text NOT NULL,
  masked jsonb,
  filter_version smallint NOT NULL,
  state text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'quoted', 'declined', 'lapsed', 'withdrawn')),
  sent_at timestamptz(3) NOT NULL,
  decided_at timestamptz,
  declined_at timestamptz
);
CREATE UNIQUE INDEX invitation_once ON invitation (job_id, worker_id);
CREATE INDEX invitation_job ON invitation (job_id, sent_at DESC, id DESC);
CREATE INDEX invitation_worker ON invitation (worker_id, sent_at DESC, id DESC) WHERE state = 'sent';
CREATE INDEX invitation_waiting ON invitation (sent_at) WHERE state = 'sent';
CREATE INDEX invitation_filter_version ON invitation (filter_version);
COMMENT ON TABLE invitation IS 'Workers whom the poster of a job has invited to quote on it';
COMMENT ON COLUMN invitation.note IS 'A line of the poster to the worker. Empty: none';
COMMENT ON COLUMN invitation.masked IS '[note] without contact data, for the worker before award. Null: nothing is hidden';
COMMENT ON COLUMN invitation.filter_version IS 'The version of the contact filter that made masked';
COMMENT ON COLUMN invitation.decided_at IS 'When it was answered or ended; null: it waits';
COMMENT ON COLUMN invitation.declined_at IS
  'When the worker said no, whether or not they quoted afterwards; null: never';

CREATE TABLE invitation_mute (
  user_id bigint NOT NULL REFERENCES user_account,
  poster_id bigint NOT NULL REFERENCES user_account,
  muted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, poster_id),
  CHECK (user_id <> poster_id)
);
CREATE INDEX invitation_mute_list ON invitation_mute (user_id, muted_at DESC, poster_id DESC);
COMMENT ON TABLE invitation_mute IS 'Posters of whose invitations a worker is not notified';

CREATE TABLE invitation_mute_all (
  user_id bigint PRIMARY KEY REFERENCES user_account,
  muted_at timestamptz NOT NULL
);
COMMENT ON TABLE invitation_mute_all IS 'Workers who are not notified of any invitation';

CREATE TABLE availability (
  user_id bigint PRIMARY KEY REFERENCES user_account,
  days text[] NOT NULL CHECK (days <@ ARRAY['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
  from_minute smallint CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute smallint CHECK (to_minute BETWEEN 0 AND 1439),
  holidays jsonb NOT NULL CHECK (jsonb_typeof(holidays) = 'array' AND jsonb_array_length(holidays) <= 20),
  away_until date,
  CHECK ((from_minute IS NULL) = (to_minute IS NULL)),
  CHECK (from_minute <> to_minute)
);
COMMENT ON TABLE availability IS 'When a worker usually takes work, in days and times of India. Who has said nothing has no row';
COMMENT ON COLUMN availability.days IS 'mon, tue … of the week. Empty: not said';
COMMENT ON COLUMN availability.from_minute IS 'After midnight; null: not said';
COMMENT ON COLUMN availability.to_minute IS 'After midnight, of the next day where it is before from_minute; null: not said';
COMMENT ON COLUMN availability.holidays IS '[{from, to}] in days, the last one included, in order and apart from each other';
COMMENT ON COLUMN availability.away_until IS 'The day on which they take work again; null: they take work';
