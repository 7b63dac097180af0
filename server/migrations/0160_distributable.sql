-- The job of a completion and of an order, by which a distributed database finds them (docs/citus.md). Only there it is
-- read. Rows of former versions of the product have none; `npm run distribute` fills it in.
ALTER TABLE milestone_completion ADD COLUMN job_id bigint;
ALTER TABLE escrow_order ADD COLUMN job_id bigint;

-- What the triggers of user_account do, for a person whose row has changed. Citus allows no triggers on tables that are
-- on several nodes, so the application calls this, and `npm run distribute` drops the triggers. A later migration does
-- so too.
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
