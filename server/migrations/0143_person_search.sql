-- The people directory as the search reads it, without those who are suspended. Rows of user_account are wide, and their
-- words would have to be computed for each person that a search passes over.
CREATE TABLE person_search (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  completed_projects integer NOT NULL,
  words tsvector NOT NULL
);
CREATE INDEX person_search_directory ON person_search (completed_projects DESC, user_id DESC);

-- The beginnings of words, up to eight characters. An index of these finds the people who have several of them by the
-- rarest. With an index of whole words, PostgreSQL would first collect everybody who has a word that begins with "p".
-- RESTRICTED: starting parallel workers takes longer than a search.
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
-- People rarely change, so searches need not look through a list of pending entries.
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

-- Adds the people who are there already, some hundreds in each transaction.
INSERT INTO outbox (task, payload)
SELECT 'index_people', '{"after": 0}' WHERE EXISTS (SELECT FROM user_account);
