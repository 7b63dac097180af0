-- User accounts, how their owners log in, and sessions.

CREATE TABLE user_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  email_verified_at timestamptz,
  mobile text NOT NULL CHECK (mobile ~ '^\+[0-9]{8,15}$'),
  mobile_verified_at timestamptz,
  contact_changed_at timestamptz,
  password_hash text,
  password_reset_at timestamptz,
  register_for text NOT NULL CHECK (register_for IN ('individual', 'company')),
  looking_for text[] NOT NULL,
  location text NOT NULL,
  company_name text NOT NULL DEFAULT '',
  aadhaar_last4 text NOT NULL DEFAULT '',
  skills text[] NOT NULL DEFAULT '{}',
  photo_id uuid REFERENCES file (id),
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'hi')),
  identity_state text NOT NULL DEFAULT 'none' CHECK (identity_state IN ('none', 'pending', 'verified', 'refused')),
  identity_name text NOT NULL DEFAULT '',
  rating_sum double precision NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  completed_projects integer NOT NULL DEFAULT 0,
  suspended_at timestamptz,
  suspended_reason text,
  withdrawals_stopped_at timestamptz,
  contacts_trusted_before timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT user_account_stopped CHECK ((withdrawals_stopped_at IS NULL) = (contacts_trusted_before IS NULL))
);
COMMENT ON TABLE user_account IS 'Everybody with an account: posters, workers and admins. Personal data';
COMMENT ON COLUMN user_account.email IS 'In lower case. Unverified, several accounts may have it';
COMMENT ON COLUMN user_account.mobile IS 'In the international format, +91…. Unverified, several accounts may have it';
COMMENT ON COLUMN user_account.contact_changed_at IS
  'When another mobile number or e-mail was last set by a code alone. New payout destinations rest after it';
COMMENT ON COLUMN user_account.password_hash IS 'Argon2id; null: the account logs in with Google or Facebook';
COMMENT ON COLUMN user_account.password_reset_at IS
  'When a new password was last set without the old one. New payout destinations rest after it';
COMMENT ON COLUMN user_account.looking_for IS 'projects, services, or both';
COMMENT ON COLUMN user_account.aadhaar_last4 IS 'The last four digits; the number itself is never stored';
COMMENT ON COLUMN user_account.identity_name IS
  'The name that the authority has, once the identity is verified. Payout accounts are compared with it';
COMMENT ON COLUMN user_account.rating_sum IS 'The sum of the counted ratings in stars, in steps of a twentieth';
COMMENT ON COLUMN user_account.rating_count IS 'The number of counted ratings';
COMMENT ON COLUMN user_account.completed_projects IS 'The number of counted completed contracts';
COMMENT ON COLUMN user_account.suspended_at IS 'Null: not suspended';
COMMENT ON COLUMN user_account.withdrawals_stopped_at IS
  'The owner reported that a change was not theirs. No money leaves and no payout account is added until an admin '
  'allows it';
COMMENT ON COLUMN user_account.contacts_trusted_before IS
  'While withdrawals are stopped: only contacts that were verified before receive codes for a new password';
-- Only verified contacts are unique: an unverified one reserves nothing.
CREATE UNIQUE INDEX user_account_verified_mobile ON user_account (mobile) WHERE mobile_verified_at IS NOT NULL;
CREATE UNIQUE INDEX user_account_verified_email ON user_account (email) WHERE email_verified_at IS NOT NULL;
-- Admins find people by the beginnings of an e-mail and a mobile number.
CREATE INDEX user_account_email_prefix ON user_account (email text_pattern_ops);
CREATE INDEX user_account_mobile_prefix ON user_account (mobile text_pattern_ops);

CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL CONSTRAINT session_token UNIQUE,
  previous_token_hash bytea UNIQUE,
  previous_token_until timestamptz,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  client text NOT NULL DEFAULT '',
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  proven_at timestamptz,
  CHECK ((previous_token_hash IS NULL) = (previous_token_until IS NULL))
);
COMMENT ON TABLE session IS 'Sessions of users. A session keeps its id while its token changes';
COMMENT ON COLUMN session.token_hash IS 'SHA-256 of the token: the table alone lets nobody in';
COMMENT ON COLUMN session.previous_token_hash IS
  'The former token, which is accepted for another minute, so that requests under way arrive';
COMMENT ON COLUMN session.client IS 'The header X-FWS-Client';
COMMENT ON COLUMN session.device IS 'As its owner recognises it: "Chrome · Android"';
COMMENT ON COLUMN session.confirmed_at IS 'when a one-time code to the mobile number was last given in this session';
COMMENT ON COLUMN session.proven_at IS
  'When a code, an authenticator app or a passkey was last given on the device of this session, possibly at an '
  'earlier login. Null: never, so a session of an account with a verified mobile number is limited';
CREATE INDEX session_of_user_by_time ON session (user_id, created_at DESC, id DESC);
CREATE INDEX session_by_end ON session (expires_at);

CREATE TABLE otp (
  purpose text NOT NULL CHECK (purpose IN ('verify', 'reset', 'change', 'login')),
  channel text NOT NULL CHECK (channel IN ('mobile', 'email')),
  address text NOT NULL,
  user_id bigint NOT NULL DEFAULT 0,
  nonce bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, channel, address, user_id)
);
COMMENT ON TABLE otp IS 'One-time codes that were sent. A code is for one purpose';
COMMENT ON COLUMN otp.user_id IS
  'For a change of contact: who asked for it. Otherwise 0: the code belongs to whoever has the address';
COMMENT ON COLUMN otp.nonce IS 'The code is derived from it and FWS_SECRET, and stored nowhere';
COMMENT ON COLUMN otp.tries IS 'How often a wrong code was given';
CREATE INDEX otp_change_of_user ON otp (user_id, channel) WHERE purpose = 'change';
CREATE INDEX otp_by_end ON otp (expires_at);

CREATE TABLE attempt_counter (
  scope text NOT NULL,
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (scope, subject, window_start)
);
COMMENT ON TABLE attempt_counter IS 'How often something was attempted in a window of time, for limits';
COMMENT ON COLUMN attempt_counter.scope IS 'The limit';
COMMENT ON COLUMN attempt_counter.subject IS 'SHA-256 of whom it limits: an address, an account, a network address';
CREATE INDEX attempt_counter_by_window ON attempt_counter (window_start);

CREATE TABLE social_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
COMMENT ON TABLE social_identity IS 'Accounts at Google and Facebook with which users log in';
COMMENT ON COLUMN social_identity.subject IS 'The issuer''s id of the person. It never changes, unlike an e-mail';
CREATE UNIQUE INDEX social_identity_of_user ON social_identity (user_id, issuer);

CREATE TABLE social_attempt (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  provider text NOT NULL CHECK (provider IN ('google', 'facebook')),
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  next_path text NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE social_attempt IS
  'Logins at Google and Facebook that are under way. Each is used once, by the browser that started it';
COMMENT ON COLUMN social_attempt.state_hash IS 'SHA-256 of the parameter "state" of OAuth';
COMMENT ON COLUMN social_attempt.browser_hash IS 'SHA-256 of the cookie of the browser that started it';
COMMENT ON COLUMN social_attempt.code_verifier IS 'Of PKCE';
COMMENT ON COLUMN social_attempt.next_path IS 'The page that is opened after the login';
CREATE INDEX social_attempt_by_end ON social_attempt (expires_at);

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
COMMENT ON TABLE social_ticket IS
  'What Google or Facebook said about somebody who has no account yet, until they have registered. Personal data';
COMMENT ON COLUMN social_ticket.token_hash IS 'SHA-256 of the token that the registration form sends';
CREATE INDEX social_ticket_by_end ON social_ticket (expires_at);

CREATE TABLE known_device (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  name text NOT NULL,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, token_hash)
);
COMMENT ON TABLE known_device IS
  'Browsers and clients from which a user has logged in. A login from another one is proven by a code, and its '
  'owner is notified';
COMMENT ON COLUMN known_device.token_hash IS
  'SHA-256 of a token that the browser keeps. Several people may share a browser';
COMMENT ON COLUMN known_device.confirmed_at IS
  'When a second factor or a code to the mobile number was last given there; null for clients that are only '
  'recognised';
CREATE INDEX known_device_unused ON known_device (seen_at);

CREATE TABLE login_challenge (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  proof text NOT NULL CHECK (proof IN ('code', 'second_factor')),
  nonce bytea NOT NULL,
  passkey_challenge text,
  tries integer NOT NULL DEFAULT 0,
  sends integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE login_challenge IS
  'Logins with the right password, or through Google or Facebook, that still need a code or a second factor';
COMMENT ON COLUMN login_challenge.token_hash IS 'SHA-256 of the token of the login';
COMMENT ON COLUMN login_challenge.nonce IS
  'The code to the mobile number is derived from it and FWS_SECRET, and stored nowhere';
COMMENT ON COLUMN login_challenge.sends IS 'How often a code was sent';
CREATE INDEX login_challenge_by_end ON login_challenge (expires_at);
CREATE INDEX login_challenge_of_user ON login_challenge (user_id);

CREATE TABLE authenticator (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  set_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE authenticator IS 'Authenticator apps (TOTP) as second factors of users';
COMMENT ON COLUMN authenticator.secret IS 'Sealed with FWS_SECRET: the table alone makes no codes';
COMMENT ON COLUMN authenticator.set_at IS 'Null until a first code made with the secret was given';
COMMENT ON COLUMN authenticator.last_step IS
  'The time step of the last code that was used, so that no code is used twice';

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
COMMENT ON TABLE passkey IS 'Passkeys (WebAuthn) of users';
COMMENT ON COLUMN passkey.counter IS 'The signature counter of the authenticator: it only grows';
CREATE INDEX passkey_of_user ON passkey (user_id);

CREATE TABLE passkey_registration (
  user_id bigint PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE passkey_registration IS 'Passkeys that are being added';
CREATE INDEX passkey_registration_by_end ON passkey_registration (expires_at);

CREATE TABLE recovery_code (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE recovery_code IS 'Codes that replace a lost second factor, each once';

CREATE TABLE consent (
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  notice text NOT NULL CHECK (notice IN ('terms', 'privacy', 'adult')),
  version text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('en', 'hi')),
  client text NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, notice, version)
);
COMMENT ON TABLE consent IS
  'Which version of a notice a user agreed to, in which language, when. Rows are never changed';
COMMENT ON COLUMN consent.notice IS 'adult: that they are of age';
COMMENT ON COLUMN consent.client IS 'The header X-FWS-Client';
REVOKE UPDATE, TRUNCATE ON consent FROM fws_app;
