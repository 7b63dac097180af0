-- Who is connected with whom: one row for each side, so that either reads its own by one index.
-- The row of the lower id is written and removed first, always: it stands for the pair.
CREATE TABLE connection (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  other_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  connected_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, other_id),
  CHECK (user_id <> other_id)
);
CREATE INDEX connection_newest ON connection (user_id, connected_at DESC, other_id DESC);
CREATE INDEX connection_other ON connection (other_id);

-- A job that one person showed another.
CREATE TABLE shared_job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES job (id),
  from_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  to_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  shared_at timestamptz(3) NOT NULL,
  thumbs_up_at timestamptz,
  CHECK (from_id <> to_id),
  UNIQUE (from_id, to_id, job_id)
);
CREATE INDEX shared_job_received ON shared_job (to_id, shared_at DESC, id DESC);
CREATE INDEX shared_job_job ON shared_job (job_id);

-- The words a person is found by, in any script. PostgreSQL's own parser is left out: where it ends a word of
-- Devanagari depends on the locale of the server. Joiners are no part of a word's letters. It is dear (COST): where
-- many are to be looked at, the index is the way.
CREATE FUNCTION person_words(first_name text, last_name text, skills text[], location text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  AS $$
    SELECT array_to_tsvector(array_remove(string_to_array(translate(translate(
      lower(normalize(concat_ws(' ', first_name, last_name, array_to_string(skills, ' '), location))),
      U&'\200C\200D', ''),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~।–—‘’“”', repeat(' ', 50)), ' '), ''))
  $$;
CREATE INDEX user_account_words ON user_account USING gin (person_words(first_name, last_name, skills, location))
  WHERE suspended_at IS NULL;
-- The order of the people directory: most work done first.
CREATE INDEX user_account_directory ON user_account (completed_projects DESC, id DESC) WHERE suspended_at IS NULL;
