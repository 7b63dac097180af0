CREATE TABLE identity_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What we call it at the vendor.
  reference_id text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES user_account (id),
  kind text NOT NULL CHECK (kind IN ('pan', 'gstin')),
  -- Never the number: its last four characters.
  number_last4 text NOT NULL CHECK (length(number_last4) = 4),
  state text NOT NULL CHECK (state IN ('pending', 'verified', 'refused')),
  -- The vendor's, once it answered; without it nobody can be asked again.
  provider_reference text,
  -- Why refused: a message id.
  reason text,
  created_at timestamptz NOT NULL,
  -- When the vendor was last asked.
  checked_at timestamptz NOT NULL,
  decided_at timestamptz
);
CREATE INDEX identity_check_user ON identity_check (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX identity_check_one_pending ON identity_check (user_id) WHERE state = 'pending';
