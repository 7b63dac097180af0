CREATE TABLE saved_job (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  job_id bigint NOT NULL REFERENCES job (id),
  saved_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, job_id)
);
CREATE INDEX saved_job_newest ON saved_job (user_id, saved_at DESC, job_id DESC);
CREATE INDEX saved_job_job ON saved_job (job_id);

CREATE TABLE saved_search (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  search text NOT NULL,
  location text NOT NULL,
  latitude double precision,
  longitude double precision,
  radius_km double precision,
  category_id bigint REFERENCES category (id),
  budget_from_paise bigint,
  budget_to_paise bigint,
  closes_within_days integer,
  frequency text NOT NULL CHECK (frequency IN ('at_once', 'daily')),
  created_at timestamptz(3) NOT NULL,
  -- What its owner calls it in a message, in the language in which it was saved.
  label text NOT NULL,
  -- Where the radius is measured from: the position, or that of the location.
  centre_latitude double precision,
  centre_longitude double precision,
  -- What the filter says, so that the same search is not saved twice.
  digest text NOT NULL,
  -- The index of alerts: a job that the search finds has at least one of these keys.
  alert_keys text[] NOT NULL,
  UNIQUE (user_id, digest),
  CHECK (num_nulls(latitude, longitude) IN (0, 2)),
  CHECK (num_nulls(radius_km, centre_latitude, centre_longitude) IN (0, 3))
);
CREATE INDEX saved_search_newest ON saved_search (user_id, created_at DESC, id DESC);
CREATE INDEX saved_search_category ON saved_search (category_id);
CREATE INDEX saved_search_alert ON saved_search USING gin (alert_keys);

-- A job that a saved search has found for its owner: one row for each person and job, whatever searches find it.
CREATE TABLE search_alert (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  job_id bigint NOT NULL REFERENCES job (id),
  -- NULL after the search was removed.
  search_id bigint REFERENCES saved_search (id) ON DELETE SET NULL,
  found_at timestamptz(3) NOT NULL,
  -- NULL until the owner was told.
  told_at timestamptz(3),
  PRIMARY KEY (user_id, job_id)
);
CREATE INDEX search_alert_search ON search_alert (search_id, found_at);
CREATE INDEX search_alert_untold ON search_alert (search_id) WHERE told_at IS NULL AND search_id IS NOT NULL;
CREATE INDEX search_alert_job ON search_alert (job_id);
-- Old rows are deleted by their age.
CREATE INDEX search_alert_found ON search_alert (found_at);
