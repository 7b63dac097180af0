-- The bank's own answer decides whose an account is, and its number is kept encrypted.
ALTER TABLE payout_account
  -- The name that the bank gave; empty while it gave none.
  ADD COLUMN name_at_bank text NOT NULL DEFAULT '',
  -- Why money could not go there at once; null: the bank named the verified person.
  ADD COLUMN wait_reason text CHECK (wait_reason IN ('unverified', 'other_name', 'no_answer')),
  ADD COLUMN account_number_sealed bytea,
  -- The last four digits, which are all that is ever shown.
  ADD COLUMN account_ending text NOT NULL DEFAULT '',
  -- When money was first sent there since it was added or changed.
  ADD COLUMN first_used_at timestamptz,
  -- It stays for the withdrawals that went there; its owner does not see it any more and may add it again.
  ADD COLUMN removed_at timestamptz;

-- Numbers that were there before stay plain until the task seal_account_numbers has encrypted them: SQL does not know
-- the key.
ALTER TABLE payout_account
  DROP CONSTRAINT payout_account_check,
  ADD CONSTRAINT payout_account_bank_details CHECK (
    (kind = 'bank') = (ifsc <> '' AND (account_number <> '' OR account_number_sealed IS NOT NULL))),
  ADD CONSTRAINT payout_account_number_once CHECK (account_number = '' OR account_number_sealed IS NULL);
COMMENT ON COLUMN payout_account.account_number IS 'plain, of rows that are not encrypted yet; new rows have it empty';

UPDATE payout_account SET account_ending = right(account_number, 4) WHERE kind = 'bank';
-- Of UPI IDs the holder's name was the bank's all along.
UPDATE payout_account SET name_at_bank = holder_name WHERE kind = 'upi';
UPDATE payout_account SET wait_reason = CASE
    WHEN NOT EXISTS (SELECT FROM user_account u WHERE u.id = payout_account.user_id AND u.identity_state = 'verified') THEN 'unverified'
    WHEN kind = 'upi' AND holder_name <> '' THEN 'other_name'
    ELSE 'no_answer' END
  WHERE usable_from > created_at;
UPDATE payout_account SET first_used_at = used.at
  FROM (SELECT account_id, min(created_at) AS at FROM withdrawal GROUP BY account_id) used
  WHERE used.account_id = payout_account.id;

-- Encrypted numbers cannot be compared by an index: whether one was added before is decided among the owner's own, under
-- a lock on their row.
DROP INDEX payout_account_bank;
DROP INDEX payout_account_upi;
CREATE UNIQUE INDEX payout_account_upi ON payout_account (user_id, lower(upi_id)) WHERE kind = 'upi' AND removed_at IS NULL;
CREATE INDEX payout_account_of_user ON payout_account (user_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX payout_account_plain ON payout_account (id) WHERE account_number <> '';
