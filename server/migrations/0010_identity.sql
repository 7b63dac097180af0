-- Identity checks (KYC) and corrections of names. Personal data; numbers of documents are never stored.

CREATE TABLE identity_video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  code text NOT NULL CHECK (code ~ '^[0-9A-Z]{6}$'),
  made_at timestamptz NOT NULL,
  file_id uuid REFERENCES file (id),
  sha256 text,
  spent_at timestamptz,
  CHECK ((file_id IS NULL) = (sha256 IS NULL))
);
COMMENT ON TABLE identity_video IS
  'Videos in which users say a code. The code is made first; the video comes with the first number that is '
  'submitted';
COMMENT ON COLUMN identity_video.sha256 IS 'Tells a video that is sent again from another one';
COMMENT ON COLUMN identity_video.spent_at IS 'A check was decided with it, so it is valid for no other';
CREATE INDEX identity_video_user ON identity_video (user_id, made_at DESC, id DESC);

CREATE TABLE identity_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference_id text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES user_account (id),
  kind text NOT NULL CHECK (kind IN ('aadhaar', 'pan', 'gstin')),
  number_last4 text CHECK (length(number_last4) = 4),
  fingerprints text[] NOT NULL DEFAULT '{}',
  name_on_id text NOT NULL DEFAULT '',
  video_id bigint REFERENCES identity_video (id),
  state text NOT NULL CHECK (state IN ('pending', 'verified', 'refused')),
  provider_reference text,
  provider_name text,
  reason text,
  created_at timestamptz NOT NULL,
  checked_at timestamptz NOT NULL,
  decided_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by bigint REFERENCES user_account (id)
);
COMMENT ON TABLE identity_check IS 'Checks of an Aadhaar, a PAN or a GSTIN';
COMMENT ON COLUMN identity_check.reference_id IS 'Our id of the check at the vendor';
COMMENT ON COLUMN identity_check.number_last4 IS 'The last four characters of the number. Null: DigiLocker told none';
COMMENT ON COLUMN identity_check.fingerprints IS
  'What is compared with identity_use when the check is decided: the number is gone by then';
COMMENT ON COLUMN identity_check.name_on_id IS 'The name that the user typed, as on the document; empty: none';
COMMENT ON COLUMN identity_check.provider_reference IS
  'The vendor''s id of the check, once it has answered. Without it the vendor cannot be asked again';
COMMENT ON COLUMN identity_check.provider_name IS 'The name of the holder that the vendor gave';
COMMENT ON COLUMN identity_check.reason IS 'Why it was refused: a message id, or an admin''s text';
COMMENT ON COLUMN identity_check.checked_at IS 'When the vendor was last asked';
COMMENT ON COLUMN identity_check.reviewed_at IS 'When an admin has compared the video with the vendor''s answer';
CREATE INDEX identity_check_user ON identity_check (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX identity_check_one_pending ON identity_check (user_id) WHERE state = 'pending';
CREATE INDEX identity_check_to_review ON identity_check (created_at, id)
  WHERE reviewed_at IS NULL AND video_id IS NOT NULL AND state IN ('pending', 'verified');

CREATE TABLE identity_session (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES user_account (id),
  way text NOT NULL CHECK (way IN ('number', 'digilocker')),
  provider_reference text NOT NULL UNIQUE,
  video_id bigint REFERENCES identity_video (id),
  number_last4 text CHECK (length(number_last4) = 4),
  name_on_id text NOT NULL DEFAULT '',
  otp_sent_at timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  asked_at timestamptz NOT NULL,
  check_id bigint REFERENCES identity_check (id)
);
COMMENT ON TABLE identity_session IS 'Aadhaar checks between their first step and the vendor''s answer';
COMMENT ON COLUMN identity_session.provider_reference IS 'The vendor''s id of the session';
COMMENT ON COLUMN identity_session.number_last4 IS 'The last four digits of the number; null: not known';
COMMENT ON COLUMN identity_session.name_on_id IS 'The name that the user typed, as on the document; empty: none';
COMMENT ON COLUMN identity_session.tries IS 'How often a wrong code was given';
COMMENT ON COLUMN identity_session.asked_at IS 'When the vendor was last asked about it';
COMMENT ON COLUMN identity_session.check_id IS 'The check that resulted from it';
CREATE INDEX identity_session_user ON identity_session (user_id, created_at DESC);

CREATE TABLE identity_use (
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{8}:[0-9a-f]{64}$'),
  user_id bigint NOT NULL REFERENCES user_account (id),
  check_id bigint NOT NULL REFERENCES identity_check (id),
  is_sole boolean NOT NULL,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (fingerprint, user_id)
);
COMMENT ON TABLE identity_use IS 'Which account an identity verifies. One identity verifies one account';
COMMENT ON COLUMN identity_use.fingerprint IS
  'The id of a key and an HMAC under it: of a PAN (a GSTIN contains one), or of the end of an Aadhaar number and '
  'the holder''s date of birth';
COMMENT ON COLUMN identity_use.is_sole IS
  'False for further members of a firm, whom an admin has added, and for Aadhaar: two people may have the same end '
  'and date of birth';
CREATE UNIQUE INDEX identity_use_one_account ON identity_use (fingerprint) WHERE is_sole;
CREATE INDEX identity_use_user ON identity_use (user_id);
CREATE INDEX identity_use_check ON identity_use (check_id);

CREATE TABLE kyc_sample_video (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  language text NOT NULL UNIQUE CHECK (language ~ '^[a-z]{2,3}$'),
  url text NOT NULL,
  position smallint NOT NULL,
  file_id uuid REFERENCES file (id)
);
COMMENT ON TABLE kyc_sample_video IS 'Examples of identity videos, one for each language';
COMMENT ON COLUMN kyc_sample_video.language IS 'A language tag';
COMMENT ON COLUMN kyc_sample_video.file_id IS
  'An uploaded video; null: it came with the product and is among the files of the web app';

INSERT INTO kyc_sample_video (language, url, position) VALUES
  ('hi', '/kyc/sample-hi.mp4', 1),
  ('en', '/kyc/sample-en.mp4', 2),
  ('mr', '/kyc/sample-mr.mp4', 3);

CREATE TABLE name_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  former_first_name text NOT NULL,
  former_last_name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  explanation text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused')),
  requested_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by bigint REFERENCES user_account (id),
  reason text,
  ended_verification boolean NOT NULL DEFAULT false,
  CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state = 'waiting') = (decided_by IS NULL))
);
COMMENT ON TABLE name_change IS
  'Corrections of names that users ask for. An admin decides, because a name that anybody could change would prove '
  'nothing next to a verified identity';
COMMENT ON COLUMN name_change.explanation IS 'The user''s reason';
COMMENT ON COLUMN name_change.reason IS 'The admin''s reason';
COMMENT ON COLUMN name_change.ended_verification IS 'The verified name differs, so the approval ended the verification';
CREATE UNIQUE INDEX name_change_one_waiting ON name_change (user_id) WHERE state = 'waiting';
CREATE INDEX name_change_waiting ON name_change (requested_at, id) WHERE state = 'waiting';
CREATE INDEX name_change_user ON name_change (user_id, id DESC);
