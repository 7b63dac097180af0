-- The search of jobs, saved jobs and saved searches.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE search_job (
  job_id bigint PRIMARY KEY REFERENCES job (id),
  version integer NOT NULL,
  change bigint NOT NULL UNIQUE,
  posted_at timestamptz(3) NOT NULL,
  closes_on date NOT NULL,
  latitude double precision,
  longitude double precision,
  budget_from_paise bigint NOT NULL,
  budget_to_paise bigint NOT NULL,
  tokens text
);
COMMENT ON TABLE search_job IS
  'What the search knows about a job. The domain search derives it from the job (server/src/domains/search)';
COMMENT ON COLUMN search_job.version IS 'How it was derived. Rows of another version are derived again';
COMMENT ON COLUMN search_job.change IS
  'The number of its last change. Changes are numbered in the order in which they commit (search_state)';
COMMENT ON COLUMN search_job.tokens IS
  'Separated by spaces. Null once the job is not open any more, until a merge has removed it from its segment';
CREATE INDEX search_job_closed ON search_job (change) WHERE tokens IS NULL;

CREATE TABLE search_state (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  last_change bigint NOT NULL DEFAULT 0,
  merged_change bigint NOT NULL DEFAULT 0,
  generation bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE search_state IS
  'One row. Whoever changes search_job locks it until the end of the transaction, so that numbers commit in order';
COMMENT ON COLUMN search_state.merged_change IS 'The segments contain all changes up to this one';
COMMENT ON COLUMN search_state.generation IS 'Raised when the segments change';
INSERT INTO search_state DEFAULT VALUES;

CREATE TABLE search_segment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  jobs integer NOT NULL,
  removed bytea NOT NULL,
  retired_at timestamptz(3)
);
COMMENT ON TABLE search_segment IS
  'Parts of the index: jobs with positions from 0. The lists of a segment never change, so that every process may '
  'keep them in memory';
COMMENT ON COLUMN search_segment.removed IS 'A bit for each position: the job was closed, or is in a later segment';
COMMENT ON COLUMN search_segment.retired_at IS 'It was replaced. Searches that have begun may still read its lists';

CREATE TABLE search_list (
  name text NOT NULL,
  segment_id bigint NOT NULL REFERENCES search_segment (id) ON DELETE CASCADE,
  data bytea NOT NULL,
  PRIMARY KEY (name, segment_id)
);
COMMENT ON TABLE search_list IS
  'The positions of the jobs of a segment that have a token, or a value of each of its jobs';
COMMENT ON COLUMN search_list.name IS 'The token; or "=" and the name of the value';
COMMENT ON COLUMN search_list.data IS
  'Unsigned 16-bit positions, or values in the order of the positions; ascending and in network byte order';
CREATE INDEX search_list_segment ON search_list (segment_id);
ALTER TABLE search_list ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE TABLE search_term (
  kind text NOT NULL CHECK (kind IN ('word', 'skill', 'place')),
  key text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (kind, key)
);
COMMENT ON TABLE search_term IS
  'Words, skills and places of jobs: what a misspelled word can stand for, and suggestions';
COMMENT ON COLUMN search_term.key IS 'The text, folded to ASCII';
CREATE INDEX search_term_trigrams ON search_term USING gin (key gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX search_term_prefix ON search_term (kind, key text_pattern_ops);

CREATE TABLE saved_job (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  job_id bigint NOT NULL REFERENCES job (id),
  saved_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, job_id)
);
COMMENT ON TABLE saved_job IS 'Jobs that users saved';
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
  label text NOT NULL,
  centre_latitude double precision,
  centre_longitude double precision,
  digest text NOT NULL,
  alert_keys text[] NOT NULL,
  UNIQUE (user_id, digest),
  CHECK (num_nulls(latitude, longitude) IN (0, 2)),
  CHECK (num_nulls(radius_km, centre_latitude, centre_longitude) IN (0, 3))
);
COMMENT ON TABLE saved_search IS 'Searches that users saved, and are notified about';
COMMENT ON COLUMN saved_search.label IS 'How messages name it, in the language in which it was saved';
COMMENT ON COLUMN saved_search.centre_latitude IS
  'From where the radius is measured: the given position, or that of the location';
COMMENT ON COLUMN saved_search.digest IS 'A hash of the filter, so that the same search is not saved twice';
COMMENT ON COLUMN saved_search.alert_keys IS
  'The index of alerts: a job that the search finds has at least one of these keys';
CREATE INDEX saved_search_newest ON saved_search (user_id, created_at DESC, id DESC);
CREATE INDEX saved_search_category ON saved_search (category_id);
CREATE INDEX saved_search_alert ON saved_search USING gin (alert_keys);

CREATE TABLE search_alert (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  job_id bigint NOT NULL REFERENCES job (id),
  search_id bigint REFERENCES saved_search (id) ON DELETE SET NULL,
  found_at timestamptz(3) NOT NULL,
  told_at timestamptz(3),
  PRIMARY KEY (user_id, job_id)
);
COMMENT ON TABLE search_alert IS
  'Jobs that a saved search has found: one row for each person and job, whichever searches find it';
COMMENT ON COLUMN search_alert.search_id IS 'Null after the search was removed';
COMMENT ON COLUMN search_alert.told_at IS 'When the owner was notified; null: not yet';
CREATE INDEX search_alert_search ON search_alert (search_id, found_at);
CREATE INDEX search_alert_untold ON search_alert (search_id) WHERE told_at IS NULL AND search_id IS NOT NULL;
CREATE INDEX search_alert_job ON search_alert (job_id);
-- Old rows are deleted by their age.
CREATE INDEX search_alert_found ON search_alert (found_at);

CREATE TABLE offer_version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE offer_version IS
  'One row. Raised when somebody is suspended or restored. Every web process reads it four times a second, and then '
  'discards the pages that it keeps in memory';
INSERT INTO offer_version DEFAULT VALUES;
