-- What an owner was told happened to their account, and what they answered.
CREATE TABLE owner_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,60}$'),
  -- The payout account, where it is about one.
  subject_id bigint,
  -- The secret part of the link is derived from it and the server's key; it is written nowhere.
  nonce bytea NOT NULL,
  at timestamptz NOT NULL,
  device text NOT NULL,
  address text NOT NULL,
  -- What is said of it: the end of an account number, a name, an amount.
  facts jsonb NOT NULL DEFAULT '{}',
  -- The verified contacts of that moment, a changed one as it was before; empty: not told that way. Emptied when the
  -- link has run out.
  mobile text NOT NULL,
  email text NOT NULL,
  confirmed_at timestamptz,
  denied_at timestamptz
);
CREATE INDEX owner_alert_of_user ON owner_alert (user_id, at DESC);

ALTER TABLE user_account
  -- The owner said that something was not them: no money leaves, and no account is added, until a person of FWS allows it.
  ADD COLUMN withdrawals_stopped_at timestamptz,
  -- Only contacts verified before then receive codes for a new password.
  ADD COLUMN contacts_trusted_before timestamptz,
  ADD CONSTRAINT user_account_stopped CHECK ((withdrawals_stopped_at IS NULL) = (contacts_trusted_before IS NULL));
