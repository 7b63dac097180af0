-- When somebody last got into the account by a code alone: by a new password without the old one, or with another
-- contact. New payout destinations rest after it.
ALTER TABLE user_account
  ADD COLUMN password_reset_at timestamptz,
  ADD COLUMN contact_changed_at timestamptz;
-- When the account was added, or its destination last changed. Null: before this was recorded.
ALTER TABLE payout_account ADD COLUMN destination_at timestamptz;
-- An unverified contact reserves nothing: only verified ones are unique, by the indexes that were made before.
-- replaced: user_account_verified_mobile
ALTER TABLE user_account DROP CONSTRAINT user_account_mobile_key;
-- replaced: user_account_verified_email
ALTER TABLE user_account DROP CONSTRAINT user_account_email_key;
