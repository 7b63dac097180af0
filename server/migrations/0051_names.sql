-- The name as on the ID, where the user typed one. What the provider calls the holder is in provider_name and identity_name.
ALTER TABLE identity_session ADD COLUMN name_on_id text NOT NULL DEFAULT '';
ALTER TABLE identity_check ADD COLUMN name_on_id text NOT NULL DEFAULT '';

-- An account waits too when the bank's name may be the verified person's and may not.
-- contract: 0050
ALTER TABLE payout_account DROP CONSTRAINT payout_account_wait_reason_check;
ALTER TABLE payout_account ADD CONSTRAINT payout_account_wait_reason_check
  CHECK (wait_reason IN ('unverified', 'unclear_name', 'other_name', 'no_answer')) NOT VALID;
