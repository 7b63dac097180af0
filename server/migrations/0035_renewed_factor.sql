-- A new authenticator secret counts only once a code made with it has come back. Until then it lies beside the present
-- one, so that setting up the second factor anew leaves no moment without one.
ALTER TABLE admin_member ADD COLUMN offered_secret bytea;
UPDATE admin_member SET offered_secret = totp_secret, totp_secret = NULL WHERE totp_set_at IS NULL;
