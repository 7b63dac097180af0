-- Aadhaar beside PAN and GSTIN, and the video that goes with every check.

-- The code is made first; its video comes with the first number that is handed in.
CREATE TABLE identity_video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  code text NOT NULL CHECK (code ~ '^[0-9A-Z]{6}$'),
  made_at timestamptz NOT NULL,
  file_id uuid REFERENCES file (id),
  -- Tells a video that is sent again from another one.
  sha256 text,
  -- A check was decided with it: it counts for no other.
  spent_at timestamptz,
  CHECK ((file_id IS NULL) = (sha256 IS NULL))
);
CREATE INDEX identity_video_user ON identity_video (user_id, made_at DESC, id DESC);

ALTER TABLE identity_check
  DROP CONSTRAINT identity_check_kind_check,
  ADD CONSTRAINT identity_check_kind_check CHECK (kind IN ('aadhaar', 'pan', 'gstin')),
  -- DigiLocker may be left without telling a number.
  ALTER COLUMN number_last4 DROP NOT NULL,
  ADD COLUMN video_id bigint REFERENCES identity_video (id);

-- An Aadhaar check between its first step and the vendor's word; never the number itself.
CREATE TABLE identity_session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES user_account (id),
  way text NOT NULL CHECK (way IN ('number', 'digilocker')),
  provider_reference text NOT NULL UNIQUE,
  video_id bigint REFERENCES identity_video (id),
  number_last4 text CHECK (length(number_last4) = 4),
  otp_sent_at timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- When the vendor was last asked what became of it.
  asked_at timestamptz NOT NULL,
  -- What it led to.
  check_id bigint REFERENCES identity_check (id)
);
CREATE INDEX identity_session_user ON identity_session (user_id, created_at DESC);

CREATE TABLE kyc_sample_video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A language tag.
  language text NOT NULL UNIQUE CHECK (language ~ '^[a-z]{2,3}$'),
  url text NOT NULL,
  position smallint NOT NULL UNIQUE
);
INSERT INTO kyc_sample_video (language, url, position) VALUES
  ('hi', '/kyc/sample-hi.mp4', 1),
  ('en', '/kyc/sample-en.mp4', 2),
  ('mr', '/kyc/sample-mr.mp4', 3);
