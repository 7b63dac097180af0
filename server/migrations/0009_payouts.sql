CREATE TABLE payout_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  kind text NOT NULL CHECK (kind IN ('bank', 'upi')),
  account_number text NOT NULL DEFAULT '',
  ifsc text NOT NULL DEFAULT '',
  bank_name text NOT NULL DEFAULT '',
  upi_id text NOT NULL DEFAULT '',
  holder_name text NOT NULL,
  address text NOT NULL DEFAULT '',
  -- The provider's id of the destination, once it is registered there.
  beneficiary_id text,
  usable_from timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((kind = 'bank') = (account_number <> '' AND ifsc <> '')),
  CHECK ((kind = 'upi') = (upi_id <> ''))
);
CREATE UNIQUE INDEX payout_account_bank ON payout_account (user_id, account_number, ifsc) WHERE kind = 'bank';
CREATE UNIQUE INDEX payout_account_upi ON payout_account (user_id, lower(upi_id)) WHERE kind = 'upi';

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Ours at the provider: the same id never pays twice.
  transfer_id text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES user_account (id),
  account_id bigint NOT NULL REFERENCES payout_account (id),
  -- As shown, kept even when the account is changed later.
  destination text NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise >= 100),
  state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'processing', 'paid', 'failed', 'reversed')),
  reason text,
  utr text,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  checked_at timestamptz
);
CREATE INDEX withdrawal_user ON withdrawal (user_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_open ON withdrawal (created_at) WHERE state IN ('requested', 'processing');

CREATE TABLE invoice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- "FWS/2627/00001": unique in an April-March year, at most 16 characters.
  serial text NOT NULL UNIQUE CHECK (length(serial) <= 16),
  milestone_id bigint NOT NULL UNIQUE REFERENCES milestone (id),
  supplier_id bigint NOT NULL REFERENCES user_account (id),
  recipient_id bigint NOT NULL REFERENCES user_account (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  -- Names, addresses and lines as they were that day.
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX invoice_supplier ON invoice (supplier_id, created_at DESC, id DESC);

CREATE TABLE invoice_series (
  year text PRIMARY KEY,
  last integer NOT NULL
);
