-- What an account was seen with: a browser, a network address, a payout account, an identity. Accounts that were seen
-- with the same value are linked. Of the value only a keyed hash is here (docs/security.md).
CREATE TABLE account_signal (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('device', 'address', 'payout_account', 'identity')),
  value_hash bytea NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  -- Updated once a day at most.
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, kind, value_hash)
);
CREATE INDEX account_signal_value ON account_signal (kind, value_hash);
-- Old rows are deleted by their age.
CREATE INDEX account_signal_seen ON account_signal (last_seen_at);
