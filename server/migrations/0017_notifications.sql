-- Notifications in the app, and their delivery by push, WhatsApp, SMS and e-mail.

CREATE SEQUENCE notification_number;
CREATE TABLE notification (
  id bigint NOT NULL DEFAULT nextval('notification_number'),
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  type text NOT NULL,
  "values" jsonb NOT NULL,
  path text,
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  cleared_at timestamptz
) PARTITION BY RANGE (created_at);
COMMENT ON TABLE notification IS 'Notifications in the app. Partitioned by month';
COMMENT ON COLUMN notification."values" IS
  'What the text needs. The text itself is chosen in the reader''s language when it is read';
COMMENT ON COLUMN notification.path IS 'The page that it opens';
COMMENT ON COLUMN notification.dedupe_key IS 'The event that caused it (notification_key)';
COMMENT ON COLUMN notification.cleared_at IS 'The user removed it from the list';

-- The first partition. Later ones copy its keys and indexes (0020_months.sql). Every key begins with the user, by whom
-- the table may be distributed.
CREATE TABLE notification_before (
  LIKE notification INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT notification_user_id_dedupe_key_key UNIQUE (user_id, dedupe_key)
);
CREATE INDEX notification_shown ON notification_before (user_id, id DESC) WHERE cleared_at IS NULL;
CREATE INDEX notification_unread ON notification_before (user_id) WHERE read_at IS NULL AND cleared_at IS NULL;
ALTER TABLE notification_before ADD CONSTRAINT notification_pkey PRIMARY KEY (user_id, id);

CREATE TABLE notification_key (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, dedupe_key)
);
COMMENT ON TABLE notification_key IS
  'Which events people were notified of, once however often a task runs: uniqueness never depends on a partitioned '
  'table. Rows are deleted when the same event does not come again';
CREATE INDEX notification_key_age ON notification_key (created_at);

CREATE TABLE notification_setting (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  "group" text NOT NULL CHECK ("group" ~ '^[a-z]{1,30}$'),
  channel text NOT NULL CHECK (channel IN ('push', 'whatsapp', 'sms', 'email')),
  is_on boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, "group", channel)
);
COMMENT ON TABLE notification_setting IS 'What users chose where it differs from the defaults';
COMMENT ON COLUMN notification_setting."group" IS 'A group of types of notifications';

CREATE TABLE quiet_hours (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  is_on boolean NOT NULL,
  from_minute smallint NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute smallint NOT NULL CHECK (to_minute BETWEEN 0 AND 1439)
);
COMMENT ON TABLE quiet_hours IS 'When users get no messages that can wait. Without a row the default holds';
COMMENT ON COLUMN quiet_hours.from_minute IS 'In minutes after midnight in India';
COMMENT ON COLUMN quiet_hours.to_minute IS 'In minutes after midnight in India';

CREATE TABLE channel_consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'whatsapp')),
  contact text NOT NULL,
  version text NOT NULL,
  locale text NOT NULL,
  agreed_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  withdrawn_by text,
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
COMMENT ON TABLE channel_consent IS
  'Who agreed to which channel, when, to which version of the text, and when they withdrew it';
COMMENT ON COLUMN channel_consent.contact IS 'The mobile number; empty for push. Another number needs another consent';
COMMENT ON COLUMN channel_consent.version IS 'Of the text that they agreed to';
COMMENT ON COLUMN channel_consent.withdrawn_by IS 'Where it was withdrawn: settings or whatsapp';
CREATE UNIQUE INDEX channel_consent_current ON channel_consent (user_id, channel) WHERE withdrawn_at IS NULL;

CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  added_at timestamptz NOT NULL
);
COMMENT ON TABLE push_subscription IS 'Browsers that receive push messages. A subscription ends with its session';
COMMENT ON COLUMN push_subscription.p256dh IS 'The browser''s public key';
COMMENT ON COLUMN push_subscription.auth IS 'The browser''s authentication secret';
CREATE INDEX push_subscription_of_user ON push_subscription (user_id, id);
CREATE INDEX push_subscription_of_session ON push_subscription (session_id);

CREATE TABLE notification_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'whatsapp', 'sms', 'email')),
  dedupe_key text NOT NULL,
  type text NOT NULL,
  "values" jsonb NOT NULL,
  path text,
  alert_id bigint,
  is_urgent boolean NOT NULL,
  status text NOT NULL CHECK (
    status IN ('waiting', 'sending', 'sent', 'delivered', 'read', 'bundled', 'skipped', 'failed')
  ),
  send_at timestamptz NOT NULL,
  reference text NOT NULL UNIQUE,
  link_code text NOT NULL UNIQUE,
  bundled_into bigint REFERENCES notification_delivery (id) ON DELETE CASCADE,
  attempts smallint NOT NULL DEFAULT 0,
  claimed_at timestamptz,
  provider text,
  provider_id text,
  reason text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (user_id, channel, dedupe_key)
);
COMMENT ON TABLE notification_delivery IS
  'One event for one person by one channel outside the app. Rows are deleted after some days';
COMMENT ON COLUMN notification_delivery.dedupe_key IS 'The event';
COMMENT ON COLUMN notification_delivery.alert_id IS
  'The owner_alert, whose messages have texts and contacts of their own';
COMMENT ON COLUMN notification_delivery.is_urgent IS 'It is not bundled with other messages';
COMMENT ON COLUMN notification_delivery.reference IS 'Names the message to the vendor; the same for every attempt';
COMMENT ON COLUMN notification_delivery.link_code IS 'The end of its short link';
COMMENT ON COLUMN notification_delivery.bundled_into IS 'The delivery whose message contains this one too';
COMMENT ON COLUMN notification_delivery.claimed_at IS 'When a process began to send it';
COMMENT ON COLUMN notification_delivery.provider_id IS 'The vendor''s id of the message';
COMMENT ON COLUMN notification_delivery.reason IS 'Why it failed or was skipped';
CREATE INDEX notification_delivery_waiting ON notification_delivery (user_id, channel, send_at) WHERE status = 'waiting';
CREATE INDEX notification_delivery_open ON notification_delivery (send_at) WHERE status IN ('waiting', 'sending');
CREATE INDEX notification_delivery_bundle ON notification_delivery (bundled_into) WHERE bundled_into IS NOT NULL;
CREATE INDEX notification_delivery_created ON notification_delivery (created_at);

CREATE TABLE returned_mail (
  email text PRIMARY KEY,
  reason text NOT NULL,
  returned_at timestamptz NOT NULL
);
COMMENT ON TABLE returned_mail IS 'Addresses whose mail came back. They get no mail until they are verified again';
