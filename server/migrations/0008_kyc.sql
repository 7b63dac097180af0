CREATE TABLE identity_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What we call it at the vendor.
  reference_id text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES user_account (id),
  kind text NOT NULL CHECK (kind IN ('pan', 'gstin')),
  -- Never the number: its last four characters.
  number_last4 text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'verified', 'refused')),
  provider_reference text,
  reason text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz
);
CREATE INDEX identity_check_user ON identity_check (user_id, created_at DESC);
CREATE UNIQUE INDEX identity_check_one_pending ON identity_check (user_id) WHERE state = 'pending';
