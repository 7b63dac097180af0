-- A browser or client from which a user has logged in. A login from another one is proven by a code and told to its owner.
CREATE TABLE known_device (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- SHA-256 of what the browser keeps; several people may share a browser.
  token_hash bytea NOT NULL,
  name text NOT NULL,
  -- When a second factor or a code to the mobile number was last given there; null for clients that are only recognised.
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX known_device_unused ON known_device (seen_at);

-- Somebody gave the right password, or came from Google or Facebook, and has yet to prove who they are by a second factor.
CREATE TABLE login_challenge (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  proof text NOT NULL CHECK (proof IN ('code', 'second_factor')),
  -- The code to the mobile number is kept nowhere: it is derived from this and the server's secret.
  nonce bytea NOT NULL,
  passkey_challenge text,
  tries integer NOT NULL DEFAULT 0,
  sends integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_challenge_by_end ON login_challenge (expires_at);
CREATE INDEX login_challenge_of_user ON login_challenge (user_id);

-- The second factors that a user has chosen.
CREATE TABLE authenticator (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  -- Sealed with the server's secret: the table alone makes no codes.
  secret bytea NOT NULL,
  -- Null until a first code made with it has come back.
  set_at timestamptz,
  -- The time step of the last code that was used: no code counts twice.
  last_step bigint NOT NULL DEFAULT 0
);
CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_of_user ON passkey (user_id);
CREATE TABLE passkey_registration (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

ALTER TABLE otp
  DROP CONSTRAINT otp_purpose_check,
  ADD CHECK (purpose IN ('verify', 'reset', 'change', 'login'));

-- Which notice a user agreed to, and when.
CREATE TABLE consent (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  notice text NOT NULL CHECK (notice IN ('terms', 'privacy', 'adult')),
  version text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'hi')),
  client text NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, notice, version)
);
REVOKE UPDATE, TRUNCATE ON consent FROM fws_app;
