CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  type text NOT NULL,
  -- What the text needs; the words are chosen in the reader's language when read.
  "values" jsonb NOT NULL,
  path text,
  -- The event that caused it: told once however often the job runs.
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  cleared_at timestamptz,
  UNIQUE (user_id, dedupe_key)
);
CREATE INDEX notification_shown ON notification (user_id, id DESC) WHERE cleared_at IS NULL;
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL AND cleared_at IS NULL;
