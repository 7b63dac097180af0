-- What the search knows of a job. The domain `search` derives it from the job (server/src/domains/search). It replaces
-- job_search.
CREATE TABLE search_job (
  job_id bigint PRIMARY KEY REFERENCES job (id),
  -- How it was derived. Rows of another version are derived again.
  version integer NOT NULL,
  -- The number of its last change. Changes are numbered in the order in which they commit (search_state).
  change bigint NOT NULL UNIQUE,
  posted_at timestamptz(3) NOT NULL,
  closes_on date NOT NULL,
  latitude double precision,
  longitude double precision,
  budget_from_paise bigint NOT NULL,
  budget_to_paise bigint NOT NULL,
  -- Separated by spaces. NULL once the job is not open any more, until a merge has removed it from its segment.
  tokens text
);
CREATE INDEX search_job_closed ON search_job (change) WHERE tokens IS NULL;

-- One row. Whoever changes search_job locks it until the end of the transaction, so the numbers commit in order.
CREATE TABLE search_state (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  last_change bigint NOT NULL DEFAULT 0,
  -- The segments contain all changes up to this one.
  merged_change bigint NOT NULL DEFAULT 0,
  -- Raised when the segments change.
  generation bigint NOT NULL DEFAULT 0
);
INSERT INTO search_state DEFAULT VALUES;

-- A part of the index: jobs with positions from 0. Its lists never change, so every process may keep them.
CREATE TABLE search_segment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  jobs integer NOT NULL,
  -- A bit for each position: the job was closed, or is in a later segment.
  removed bytea NOT NULL,
  -- Replaced by others. Searches that have begun may still read its lists.
  retired_at timestamptz(3)
);

-- The positions of the jobs of a segment that have a token (int2, without sign), or a value of each of its jobs (names
-- that begin with "="), in ascending order of their positions and in network byte order.
CREATE TABLE search_list (
  name text NOT NULL,
  segment_id bigint NOT NULL REFERENCES search_segment (id) ON DELETE CASCADE,
  data bytea NOT NULL,
  PRIMARY KEY (name, segment_id)
);
CREATE INDEX search_list_segment ON search_list (segment_id);
ALTER TABLE search_list ALTER COLUMN data SET STORAGE EXTERNAL;

-- The jobs that are open by now.
INSERT INTO outbox (task, payload) SELECT 'rebuild_search', '{"after": 0}' WHERE EXISTS (SELECT FROM job);
