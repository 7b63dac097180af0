-- Profiles, the directory of people, and connections between them.

CREATE TABLE profile (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  qualification text CHECK (qualification IN ('tenth', 'twelfth', 'diploma', 'graduate', 'postgraduate', 'phd')),
  age smallint CHECK (age BETWEEN 18 AND 100),
  gender text CHECK (gender IN ('male', 'female', 'transgender', 'unsaid')),
  native_location text NOT NULL DEFAULT '',
  web_link text NOT NULL DEFAULT '' CHECK (web_link ~ '^(https?://|$)'),
  about text NOT NULL DEFAULT '',
  inexperienced boolean NOT NULL DEFAULT false,
  is_ready boolean,
  ready_from date CHECK (ready_from IS NULL OR is_ready),
  rate_paise bigint CHECK (rate_paise > 0),
  rate_type text CHECK (rate_type IN ('hourly', 'day', 'weekly', 'fixed')),
  additional_condition text NOT NULL DEFAULT '',
  radius text CHECK (radius IN ('local', 'city', 'district', 'state', 'country', 'anywhere')),
  resume_id uuid REFERENCES file (id),
  is_public boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL
);
COMMENT ON TABLE profile IS
  'What users say about themselves. Names, place and skills are in user_account. Personal data';
COMMENT ON COLUMN profile.is_ready IS 'Ready to work; null: not answered';
COMMENT ON COLUMN profile.ready_from IS 'Only with is_ready; null: at once';
COMMENT ON COLUMN profile.radius IS 'How far the worker travels';
COMMENT ON COLUMN profile.is_public IS 'The worker has a public page';
CREATE INDEX profile_public ON profile (user_id) WHERE is_public;

CREATE TABLE profile_category (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  category_id bigint NOT NULL REFERENCES category (id),
  PRIMARY KEY (user_id, category_id)
);
COMMENT ON TABLE profile_category IS 'The categories in which a user works';

CREATE TABLE work_experience (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  year_tenths smallint NOT NULL CHECK (year_tenths >= 0),
  company text NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL CHECK (to_date >= from_date),
  PRIMARY KEY (user_id, position)
);
COMMENT ON TABLE work_experience IS 'Former work of a user, in the order of the profile';
COMMENT ON COLUMN work_experience.year_tenths IS 'Years in tenths: "2.5 years" is 25';

CREATE TABLE reference_person (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('professional', 'personal')),
  position smallint NOT NULL CHECK (position IN (1, 2)),
  name text NOT NULL,
  mobile text NOT NULL,
  profession text NOT NULL,
  username text NOT NULL,
  PRIMARY KEY (user_id, kind, position)
);
COMMENT ON TABLE reference_person IS 'People who recommend a user. Only that user reads them. Personal data of others';

CREATE TABLE certificate (
  file_id uuid PRIMARY KEY REFERENCES file (id),
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY
);
COMMENT ON TABLE certificate IS 'Certificates of a user';
COMMENT ON COLUMN certificate.id IS 'The order in which they were added';
CREATE INDEX certificate_of_user ON certificate (user_id, id);

-- The words by which a person is found, in any script. It does not use PostgreSQL's own parser, because where that ends
-- a word of Devanagari depends on the locale of the server. Joiners are no letters of a word. COST: it is slow, so that
-- plans with an index are preferred.
CREATE FUNCTION person_words(first_name text, last_name text, skills text[], location text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  AS $$
    SELECT array_to_tsvector(array_remove(string_to_array(translate(translate(
      lower(normalize(concat_ws(' ', first_name, last_name, array_to_string(skills, ' '), location))),
      U&'\200C\200D', ''),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~।–—‘’“”', repeat(' ', 50)), ' '), ''))
  $$;
-- Admins find people by the beginnings of their names, also suspended ones.
CREATE INDEX user_account_name_words ON user_account USING gin (person_words(first_name, last_name, '{}', ''));

CREATE TABLE person_search (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  completed_projects integer NOT NULL,
  words tsvector NOT NULL
);
COMMENT ON TABLE person_search IS
  'The directory of people as its search reads it, without suspended ones. Rows of user_account are wide, and the '
  'words would have to be computed for each person that a search passes over';
CREATE INDEX person_search_directory ON person_search (completed_projects DESC, user_id DESC);

-- The beginnings of words, up to eight characters. An index of these finds the people who have several of them by the
-- rarest. With an index of whole words, PostgreSQL would first collect everybody who has a word that begins with "p".
-- PARALLEL RESTRICTED: starting parallel workers takes longer than a search.
CREATE FUNCTION list_beginnings(words tsvector) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED AS $$
DECLARE
  word text;
  beginnings text[] := '{}';
BEGIN
  FOREACH word IN ARRAY tsvector_to_array(words) LOOP
    beginnings := beginnings || ARRAY[left(word, 1), left(word, 2), left(word, 3), left(word, 4), left(word, 5),
      left(word, 6), left(word, 7), left(word, 8)];
  END LOOP;
  RETURN beginnings;
END $$;
-- People rarely change, so searches need not read a list of pending entries.
CREATE INDEX person_search_beginnings ON person_search USING gin (list_beginnings(words)) WITH (fastupdate = off);

CREATE FUNCTION index_person() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    DELETE FROM person_search WHERE user_id = NEW.id;
  ELSE
    INSERT INTO person_search (user_id, completed_projects, words)
    VALUES (NEW.id, NEW.completed_projects, person_words(NEW.first_name, NEW.last_name, NEW.skills, NEW.location))
    ON CONFLICT (user_id) DO UPDATE
    SET completed_projects = excluded.completed_projects, words = excluded.words;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER index_new_person AFTER INSERT ON user_account FOR EACH ROW EXECUTE FUNCTION index_person();
CREATE TRIGGER index_person
AFTER UPDATE OF first_name, last_name, skills, location, completed_projects, suspended_at ON user_account
FOR EACH ROW WHEN (
  (OLD.first_name, OLD.last_name, OLD.skills, OLD.location, OLD.completed_projects, OLD.suspended_at)
  IS DISTINCT FROM
  (NEW.first_name, NEW.last_name, NEW.skills, NEW.location, NEW.completed_projects, NEW.suspended_at))
EXECUTE FUNCTION index_person();

-- The same for a person whose row has changed, where tables are on several nodes: Citus allows no triggers there. `npm
-- run distribute` drops the triggers, and the application calls this instead.
CREATE FUNCTION index_person(person_id bigint) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  person user_account;
BEGIN
  SELECT * INTO person FROM user_account WHERE id = person_id;
  IF person.suspended_at IS NOT NULL THEN
    DELETE FROM person_search WHERE user_id = person_id;
    RETURN;
  END IF;
  INSERT INTO person_search AS indexed (user_id, completed_projects, words)
  VALUES (
    person.id, person.completed_projects,
    person_words(person.first_name, person.last_name, person.skills, person.location))
  ON CONFLICT (user_id) DO UPDATE
  SET completed_projects = excluded.completed_projects, words = excluded.words
  WHERE (indexed.completed_projects, indexed.words) IS DISTINCT FROM (excluded.completed_projects, excluded.words);
END $$;

CREATE TABLE connection (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  other_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  connected_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, other_id),
  CHECK (user_id <> other_id)
);
COMMENT ON TABLE connection IS
  'Who is connected with whom: a row for each side, so that either side reads its own by one index. The row of the '
  'lower id is written and removed first, so that both directions lock in the same order';
CREATE INDEX connection_newest ON connection (user_id, connected_at DESC, other_id DESC);
CREATE INDEX connection_other ON connection (other_id);

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
COMMENT ON TABLE shared_job IS 'Jobs that one person showed to another';
COMMENT ON COLUMN shared_job.thumbs_up_at IS 'The receiver gave a thumbs up';
CREATE INDEX shared_job_received ON shared_job (to_id, shared_at DESC, id DESC);
CREATE INDEX shared_job_job ON shared_job (job_id);
