-- One identity verifies one account. A fingerprint is the id of a key and an HMAC under it: of a PAN (a GSTIN contains
-- one), or of the end of an Aadhaar number and the holder's birth date. The number itself is nowhere.
CREATE TABLE identity_use (
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{8}:[0-9a-f]{64}$'),
  user_id bigint NOT NULL REFERENCES user_account (id),
  check_id bigint NOT NULL REFERENCES identity_check (id),
  -- False for further members of a firm, whom an admin has added, and for Aadhaar: two people may have the same end and
  -- birth date, and only a person can tell.
  is_sole boolean NOT NULL,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (fingerprint, user_id)
);
CREATE UNIQUE INDEX identity_use_one_account ON identity_use (fingerprint) WHERE is_sole;
CREATE INDEX identity_use_user ON identity_use (user_id);
CREATE INDEX identity_use_check ON identity_use (check_id);

-- What a check is about, so that it can be compared when it is decided: the number is gone by then.
ALTER TABLE identity_check ADD COLUMN fingerprints text[] NOT NULL DEFAULT '{}';
