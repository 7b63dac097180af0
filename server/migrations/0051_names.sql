-- The name as on the ID, where the user typed one. What the provider calls the holder is in provider_name and identity_name.
ALTER TABLE identity_session ADD COLUMN name_on_id text NOT NULL DEFAULT '';
ALTER TABLE identity_check ADD COLUMN name_on_id text NOT NULL DEFAULT '';

-- An account waits too when the bank's name may be the verified person's and may not.
-- contract: 0050
ALTER TABLE payout_account DROP CONSTRAINT payout_account_wait_reason_check;
ALTER TABLE payout_account ADD CONSTRAINT payout_account_wait_reason_check
  CHECK (wait_reason IN ('unverified', 'unclear_name', 'other_name', 'no_answer')) NOT VALID;

-- A name that its user asks to correct. A person of FWS decides, because a name that anybody could change would prove
-- nothing beside a verified identity.
CREATE TABLE name_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  former_first_name text NOT NULL,
  former_last_name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- Why, in the user's words.
  explanation text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused')),
  requested_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by bigint REFERENCES user_account (id),
  -- Why, in the admin's words.
  reason text,
  -- The verified name was another one, so the approval ended the verification.
  ended_verification boolean NOT NULL DEFAULT false,
  CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state = 'waiting') = (decided_by IS NULL))
);
CREATE UNIQUE INDEX name_change_one_waiting ON name_change (user_id) WHERE state = 'waiting';
CREATE INDEX name_change_waiting ON name_change (requested_at, id) WHERE state = 'waiting';
CREATE INDEX name_change_user ON name_change (user_id, id DESC);
