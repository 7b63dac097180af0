-- When a code, an authenticator app or a passkey was last given on the device of this session. Null: never, so a
-- session of an account with a verified mobile number is limited. A browser may have given it before this session
-- began, at an earlier login.
ALTER TABLE session ADD COLUMN proven_at timestamptz;
