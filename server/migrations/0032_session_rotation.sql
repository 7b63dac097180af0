-- Proving it is really the owner replaces a session's token. The former one counts for another minute, so that requests
-- already under way arrive.
ALTER TABLE session
  ADD COLUMN previous_token_hash bytea UNIQUE,
  ADD COLUMN previous_token_until timestamptz,
  ADD CHECK ((previous_token_hash IS NULL) = (previous_token_until IS NULL));
COMMENT ON COLUMN session.confirmed_at IS 'when a one-time code to the mobile number was last given in this session';
