-- batch: sessions that have not ended, at most 30 days old
-- Apart from the new column, whose lock would keep every caller out while this runs.
UPDATE session SET proven_at = confirmed_at WHERE confirmed_at IS NOT NULL;
-- batch: the same
-- The web asked every browser for a code, but when is not known: money needs a new one.
UPDATE session SET proven_at = session.created_at - interval '30 days'
FROM user_account
WHERE session.proven_at IS NULL AND session.client = 'web'
  AND user_account.id = session.user_id AND user_account.mobile_verified_at IS NOT NULL;
