-- A code is for one thing: to verify one's own contact, to set a new password, or to change to that contact.
-- A code to change belongs to who asked; the others belong to whoever has the address. Codes that are under way
-- when this runs are asked for again.
DELETE FROM otp;
ALTER TABLE otp
  ADD COLUMN purpose text NOT NULL CHECK (purpose IN ('verify', 'reset', 'change')),
  ADD COLUMN user_id bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT otp_pkey,
  ADD PRIMARY KEY (purpose, channel, address, user_id);
-- What a user asked to change to.
CREATE INDEX otp_change_of_user ON otp (user_id, channel) WHERE purpose = 'change';

ALTER TABLE session
  -- Names a session to its owner; the token cannot be told from it.
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
  -- "Chrome · Android": what the owner knows it by.
  ADD COLUMN device text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX session_id ON session (id);
CREATE INDEX session_of_user_by_time ON session (user_id, created_at DESC, id DESC);
DROP INDEX session_of_user;

-- Who somebody is at Google or Facebook. The subject never changes there; an e-mail may.
CREATE TABLE social_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE UNIQUE INDEX social_identity_of_user ON social_identity (user_id, issuer);

-- Somebody on the way to an issuer and back: used once, by the browser that set out.
CREATE TABLE social_attempt (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  next_path text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_attempt_by_end ON social_attempt (expires_at);

-- What an issuer said of somebody who has no account yet, until they have made one.
CREATE TABLE social_ticket (
  token_hash bytea PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX social_ticket_by_end ON social_ticket (expires_at);
