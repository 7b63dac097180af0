-- What people chose where it differs from the defaults.
CREATE TABLE notification_setting (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  "group" text NOT NULL CHECK ("group" ~ '^[a-z]{1,30}$'),
  channel text NOT NULL CHECK (channel IN ('push', 'whatsapp', 'sms', 'email')),
  is_on boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, "group", channel)
);

-- In minutes after midnight in India. Without a row the default holds.
CREATE TABLE quiet_hours (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  is_on boolean NOT NULL,
  from_minute smallint NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
  to_minute smallint NOT NULL CHECK (to_minute BETWEEN 0 AND 1439)
);

-- Who agreed to which channel, when, in which words, and who ended it.
CREATE TABLE channel_consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'whatsapp')),
  -- The mobile number that they agreed for; empty for push. Another number needs another consent.
  contact text NOT NULL,
  version text NOT NULL,
  locale text NOT NULL,
  agreed_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  -- Where it was withdrawn: 'settings' or 'whatsapp'.
  withdrawn_by text,
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
CREATE UNIQUE INDEX channel_consent_current ON channel_consent (user_id, channel) WHERE withdrawn_at IS NULL;

-- The browsers that take push messages. A subscription ends with its session.
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  added_at timestamptz NOT NULL
);
CREATE INDEX push_subscription_of_user ON push_subscription (user_id, id);
CREATE INDEX push_subscription_of_session ON push_subscription (session_id);

-- One event for one person by one channel outside the app.
CREATE TABLE notification_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'whatsapp', 'sms', 'email')),
  -- The event.
  dedupe_key text NOT NULL,
  type text NOT NULL,
  "values" jsonb NOT NULL,
  path text,
  -- Alerts to the owner of an account have texts and contacts of their own.
  alert_id bigint,
  is_urgent boolean NOT NULL,
  status text NOT NULL CHECK (
    status IN ('waiting', 'sending', 'sent', 'delivered', 'read', 'bundled', 'skipped', 'failed')
  ),
  send_at timestamptz NOT NULL,
  -- Names the message to the vendor and on our side; the same for every attempt.
  reference text NOT NULL UNIQUE,
  -- The end of its short link.
  link_code text NOT NULL UNIQUE,
  -- The delivery whose message tells of this one too.
  bundled_into bigint REFERENCES notification_delivery (id) ON DELETE CASCADE,
  attempts smallint NOT NULL DEFAULT 0,
  claimed_at timestamptz,
  provider text,
  provider_id text,
  -- Why it failed or was skipped.
  reason text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (user_id, channel, dedupe_key)
);
CREATE INDEX notification_delivery_waiting ON notification_delivery (user_id, channel, send_at) WHERE status = 'waiting';
CREATE INDEX notification_delivery_open ON notification_delivery (send_at) WHERE status IN ('waiting', 'sending');
CREATE INDEX notification_delivery_bundle ON notification_delivery (bundled_into) WHERE bundled_into IS NOT NULL;
CREATE INDEX notification_delivery_created ON notification_delivery (created_at);

-- Addresses that nobody reads. A later verification of the address counts more.
CREATE TABLE returned_mail (
  email text PRIMARY KEY,
  reason text NOT NULL,
  returned_at timestamptz NOT NULL
);
