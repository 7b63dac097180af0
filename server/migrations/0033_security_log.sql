-- What happened to the security of an account: logins, failures, changes, refusals, admins who read personal data.
-- Append only and partitioned by month, so that old months are dropped instead of deleted row by row.
CREATE SEQUENCE security_event_id;
CREATE TABLE security_event (
  id bigint NOT NULL DEFAULT nextval('security_event_id'),
  at timestamptz(3) NOT NULL,
  -- Whose account it concerns; null when nobody has that account.
  user_id bigint,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,60}$'),
  -- Who did it, when it was somebody else than the account's owner: an admin.
  actor_id bigint,
  address text NOT NULL,
  device text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
) PARTITION BY RANGE (at);
CREATE INDEX security_event_of_user ON security_event (user_id, at DESC, id DESC);
CREATE TABLE security_event_other PARTITION OF security_event DEFAULT;

CREATE FUNCTION refuse_security_event_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'security_event is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_event
FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_event_change();
REVOKE ALL ON security_event, security_event_other FROM fws_app;
GRANT SELECT, INSERT ON security_event TO fws_app;
GRANT USAGE ON SEQUENCE security_event_id TO fws_app;

-- Makes the partitions of the month of `today` and the next two, and drops those that ended more than 180 days ago. That
-- is by the database's own clock: whoever may call this must not be able to empty the log.
-- Rows that came before their partition wait in security_event_other and are moved.
CREATE FUNCTION roll_security_log(today timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kept_since CONSTANT timestamptz := now() - interval '180 days';
  first_day timestamptz;
  next_first_day timestamptz;
  name text;
  old record;
BEGIN
  -- Several workers may run this at once.
  PERFORM pg_advisory_xact_lock(hashtext('roll_security_log'));
  FOR months_ahead IN 0..2 LOOP
    first_day := (date_trunc('month', today AT TIME ZONE 'UTC') + months_ahead * interval '1 month') AT TIME ZONE 'UTC';
    next_first_day := (date_trunc('month', today AT TIME ZONE 'UTC') + (months_ahead + 1) * interval '1 month') AT TIME ZONE 'UTC';
    name := 'security_event_' || to_char(first_day AT TIME ZONE 'UTC', 'YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE security_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    EXECUTE format('WITH moved AS (DELETE FROM security_event_other WHERE at >= %L AND at < %L RETURNING *)
      INSERT INTO %I SELECT * FROM moved', first_day, next_first_day, name);
    EXECUTE format('ALTER TABLE security_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first_day, next_first_day);
    EXECUTE format('REVOKE ALL ON %I FROM fws_app', name);
  END LOOP;
  FOR old IN
    SELECT child.relname AS name FROM pg_inherits
    JOIN pg_class child ON child.oid = pg_inherits.inhrelid
    WHERE pg_inherits.inhparent = 'security_event'::regclass AND child.relname ~ '^security_event_\d{4}_\d{2}$'
      AND to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' < kept_since AT TIME ZONE 'UTC'
  LOOP
    EXECUTE format('DROP TABLE %I', old.name);
  END LOOP;
  DELETE FROM security_event_other WHERE at < kept_since;
END $$;
REVOKE ALL ON FUNCTION roll_security_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION roll_security_log TO fws_app;
SELECT roll_security_log(now());
