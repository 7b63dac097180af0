-- What waits for a person of FWS, each with an index that reads the longest waiting first.
CREATE INDEX dispute_open_due ON dispute (review_due_at, id) WHERE state = 'open';

-- A person of FWS has looked at the video and the provider's word, or has not yet.
ALTER TABLE identity_check
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN reviewed_by bigint REFERENCES user_account (id),
  -- What the provider said of a check that waits for a person of FWS before it counts.
  ADD COLUMN provider_name text;
CREATE INDEX identity_check_to_review ON identity_check (created_at, id)
  WHERE reviewed_at IS NULL AND video_id IS NOT NULL AND state IN ('pending', 'verified');

-- An open job that nobody of FWS has decided about; whether it is verified says `verified_at`.
ALTER TABLE job
  ADD COLUMN reviewed_at timestamptz,
  ADD COLUMN reviewed_by bigint REFERENCES user_account (id);
UPDATE job SET reviewed_at = verified_at WHERE verified_at IS NOT NULL;
CREATE INDEX job_to_review ON job (posted_at, id) WHERE reviewed_at IS NULL AND state = 'open';

ALTER TABLE business_enquiry
  ADD COLUMN answered_at timestamptz,
  ADD COLUMN answered_by bigint REFERENCES user_account (id);
CREATE INDEX business_enquiry_open ON business_enquiry (created_at, id) WHERE answered_at IS NULL;

-- A decision about so much money that a second person must agree. `command` is what will be done, as it was asked.
CREATE TABLE admin_approval (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL CHECK (act IN ('dispute_settled')),
  subject_id bigint NOT NULL,
  command jsonb NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  reason text NOT NULL,
  asked_by bigint NOT NULL REFERENCES user_account (id),
  asked_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'declined')),
  decided_by bigint REFERENCES user_account (id),
  decided_at timestamptz,
  CHECK (decided_by IS DISTINCT FROM asked_by OR state = 'declined'),
  CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state = 'waiting') = (decided_by IS NULL))
);
CREATE UNIQUE INDEX admin_approval_one_waiting ON admin_approval (act, subject_id) WHERE state = 'waiting';
CREATE INDEX admin_approval_waiting ON admin_approval (asked_at, id) WHERE state = 'waiting';

-- How people are found by the people of FWS: by the beginnings of name, e-mail and mobile; the
-- suspended too.
CREATE INDEX user_account_name_words ON user_account USING gin (person_words(first_name, last_name, '{}', ''));
CREATE INDEX user_account_email_prefix ON user_account (email text_pattern_ops);
CREATE INDEX user_account_mobile_prefix ON user_account (mobile text_pattern_ops);
ALTER TABLE user_account ADD COLUMN suspended_reason text;
