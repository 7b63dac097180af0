-- The security log, alerts to owners of accounts, and what links accounts to each other.

-- Partitioned by the month in UTC, so that old months are dropped instead of deleted row by row. It is not one of the
-- tables of 0020_months.sql: no seal depends on it, and it is never archived.
CREATE SEQUENCE security_event_id;
CREATE TABLE security_event (
  id bigint NOT NULL DEFAULT nextval('security_event_id'),
  at timestamptz(3) NOT NULL,
  user_id bigint,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,60}$'),
  actor_id bigint,
  address text NOT NULL,
  device text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
) PARTITION BY RANGE (at);
COMMENT ON TABLE security_event IS
  'The security log: logins, failures, changes, refusals, and admins who read personal data. Rows are only added, '
  'and dropped after 180 days. Partitioned by month. Personal data';
COMMENT ON COLUMN security_event.user_id IS 'Whose account it concerns; null when there is no such account';
COMMENT ON COLUMN security_event.actor_id IS 'Who did it, when it was not the owner of the account: an admin';
COMMENT ON COLUMN security_event.address IS 'The network address';
CREATE INDEX security_event_of_user ON security_event (user_id, at DESC, id DESC);
CREATE TABLE security_event_other PARTITION OF security_event DEFAULT;
COMMENT ON TABLE security_event_other IS 'Rows of months that have no partition yet';

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

-- Creates the partitions of the month of `today` and of the next two, and drops those that ended more than 180 days
-- ago. What is dropped depends on the database's own clock: whoever may call this must not be able to empty the log.
-- Rows that were added before their partition existed are moved from security_event_other.
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

CREATE TABLE owner_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,60}$'),
  subject_id bigint,
  nonce bytea NOT NULL,
  at timestamptz NOT NULL,
  device text NOT NULL,
  address text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  mobile text NOT NULL,
  email text NOT NULL,
  confirmed_at timestamptz,
  denied_at timestamptz
);
COMMENT ON TABLE owner_alert IS 'Alerts to the owner of an account about a change, and their answers. Personal data';
COMMENT ON COLUMN owner_alert.subject_id IS 'The payout account, where the alert is about one';
COMMENT ON COLUMN owner_alert.nonce IS
  'The secret part of the link is derived from it and FWS_SECRET, and stored nowhere';
COMMENT ON COLUMN owner_alert.address IS 'The network address from which the change was made';
COMMENT ON COLUMN owner_alert.facts IS 'What the text names: the end of an account number, a name, an amount';
COMMENT ON COLUMN owner_alert.mobile IS
  'The number that was verified at that moment, before it was changed; empty: not notified there. Emptied when the '
  'link has expired';
COMMENT ON COLUMN owner_alert.email IS 'As mobile, for the e-mail';
COMMENT ON COLUMN owner_alert.confirmed_at IS 'The owner said that it was them';
COMMENT ON COLUMN owner_alert.denied_at IS 'The owner said that it was not them';
CREATE INDEX owner_alert_of_user ON owner_alert (user_id, at DESC);

CREATE TABLE account_signal (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('device', 'address', 'payout_account', 'identity')),
  value_hash bytea NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, kind, value_hash)
);
COMMENT ON TABLE account_signal IS
  'What an account was used with: a browser, a network address, a payout account, an identity. Accounts with the '
  'same value are linked (docs/security.md)';
COMMENT ON COLUMN account_signal.value_hash IS 'A keyed hash of the value, which itself is not stored';
COMMENT ON COLUMN account_signal.last_seen_at IS 'Updated once a day at most';
CREATE INDEX account_signal_value ON account_signal (kind, value_hash);
-- Old rows are deleted by their age.
CREATE INDEX account_signal_seen ON account_signal (last_seen_at);
