CREATE TABLE user_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified_at timestamptz,
  mobile text NOT NULL UNIQUE CHECK (mobile ~ '^\+[0-9]{8,15}$'),
  mobile_verified_at timestamptz,
  password_hash text,
  register_for text NOT NULL CHECK (register_for IN ('individual', 'company')),
  looking_for text[] NOT NULL,
  location text NOT NULL,
  company_name text NOT NULL DEFAULT '',
  -- Never the number: its last four digits.
  aadhaar_last4 text NOT NULL DEFAULT '',
  skills text[] NOT NULL DEFAULT '{}',
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'hi')),
  identity_state text NOT NULL DEFAULT 'none' CHECK (identity_state IN ('none', 'pending', 'verified', 'refused')),
  -- As the authority has it, once verified; what payout accounts are compared with.
  identity_name text NOT NULL DEFAULT '',
  rating_sum integer NOT NULL DEFAULT 0,
  rating_count integer NOT NULL DEFAULT 0,
  completed_projects integer NOT NULL DEFAULT 0,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE session (
  -- SHA-256 of the token: the table alone lets nobody in.
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  client text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a password or one-time code was last given in this session.
  confirmed_at timestamptz
);
CREATE INDEX session_of_user ON session (user_id);

CREATE TABLE otp (
  channel text NOT NULL CHECK (channel IN ('mobile', 'email')),
  address text NOT NULL,
  -- The code is kept nowhere: it is derived from this and the server's secret.
  nonce bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (channel, address)
);

-- How often something was asked for, by address or caller, in a window of time.
CREATE TABLE attempt_counter (
  scope text NOT NULL,
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (scope, subject, window_start)
);
