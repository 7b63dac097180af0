SELECT promise_month('state_change', 'at');
SELECT promise_month('audit_log', 'at');
SELECT promise_month('notification', 'created_at');
SELECT promise_month('provider_event', 'received_at');

-- Which events people were told of, and which webhooks came: decided here, because uniqueness never rests on a partitioned
-- table. Rows are deleted when nothing comes again after so long.
CREATE TABLE notification_key (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, dedupe_key)
);
CREATE INDEX notification_key_age ON notification_key (created_at);
CREATE TABLE provider_event_key (
  provider text NOT NULL,
  dedupe_key text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, dedupe_key)
);
CREATE INDEX provider_event_key_age ON provider_event_key (received_at);

-- Processes of the former version write the keys too, until these tables are partitioned. The key comes before the row, as
-- this version writes them: in another order, two that write the same would wait for each other.
CREATE FUNCTION note_notification_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_key (user_id, dedupe_key, created_at) VALUES (NEW.user_id, NEW.dedupe_key, NEW.created_at)
  ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER note_key BEFORE INSERT ON notification FOR EACH ROW EXECUTE FUNCTION note_notification_key();
CREATE FUNCTION note_provider_event_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO provider_event_key (provider, dedupe_key, received_at) VALUES (NEW.provider, NEW.dedupe_key, NEW.received_at)
  ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER note_key BEFORE INSERT ON provider_event FOR EACH ROW EXECUTE FUNCTION note_provider_event_key();
