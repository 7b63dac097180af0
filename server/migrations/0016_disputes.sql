-- Disputes about milestones of awarded jobs.

CREATE TABLE dispute (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES contract (job_id),
  origin text NOT NULL DEFAULT 'party' CHECK (origin IN ('party', 'refused_split', 'late_split')),
  raised_by bigint NOT NULL REFERENCES user_account (id),
  against bigint NOT NULL REFERENCES user_account (id),
  issue text NOT NULL CHECK (issue IN ('cancel_project', 'not_satisfactory', 'not_completed', 'not_available',
    'provider_absent', 'poster_silent', 'payment')),
  details text NOT NULL,
  waits_for_fws boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  ending text CHECK (ending IN ('withdrawn', 'settled')),
  raised_at timestamptz(3) NOT NULL,
  documents_due_at timestamptz NOT NULL,
  review_due_at timestamptz NOT NULL,
  closed_at timestamptz(3),
  settled_by bigint REFERENCES user_account (id),
  reason text,
  CHECK (raised_by <> against),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL) AND (state = 'closed') = (ending IS NOT NULL)),
  CHECK ((ending = 'settled') = (settled_by IS NOT NULL) AND (ending = 'settled') = (reason IS NOT NULL))
);
COMMENT ON TABLE dispute IS
  'Disputes between the two sides of a contract. While one is open, the money of its milestones is on hold';
COMMENT ON COLUMN dispute.origin IS
  'Who opened it: a party, a party who refused a split, or the timer when no split was agreed';
COMMENT ON COLUMN dispute.waits_for_fws IS
  'Its side withdrew a dispute about the same milestone before. Until an admin has looked at it, it holds no money '
  'and stops no clock';
COMMENT ON COLUMN dispute.documents_due_at IS 'The end of a day in India';
COMMENT ON COLUMN dispute.review_due_at IS 'The end of a day in India';
COMMENT ON COLUMN dispute.settled_by IS 'The admin';
COMMENT ON COLUMN dispute.reason IS 'The admin''s reason';
CREATE INDEX dispute_job ON dispute (job_id);
CREATE INDEX dispute_open_of_job ON dispute (job_id) WHERE state = 'open';
-- The list of each side, newest first.
CREATE INDEX dispute_raised ON dispute (raised_by, state, id DESC);
CREATE INDEX dispute_against ON dispute (against, state, id DESC);
CREATE INDEX dispute_open_due ON dispute (review_due_at, id) WHERE state = 'open';

CREATE TABLE dispute_milestone (
  job_id bigint NOT NULL REFERENCES contract (job_id),
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  lifted_at timestamptz,
  PRIMARY KEY (job_id, dispute_id, milestone_id)
);
COMMENT ON TABLE dispute_milestone IS 'The milestones that a dispute is about. It holds only these';
COMMENT ON COLUMN dispute_milestone.lifted_at IS
  'When the dispute was withdrawn or settled, or from the start while it waits for FWS; null: it holds the '
  'milestone';
-- A milestone is in one open dispute, so that each hold has one owner.
CREATE UNIQUE INDEX dispute_milestone_one_open ON dispute_milestone (job_id, milestone_id) WHERE lifted_at IS NULL;
CREATE INDEX dispute_milestone_of ON dispute_milestone (dispute_id);
CREATE INDEX dispute_milestone_milestone ON dispute_milestone (milestone_id);

CREATE TABLE dispute_document (
  file_id uuid PRIMARY KEY REFERENCES file (id),
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  user_id bigint NOT NULL REFERENCES user_account (id),
  added_at timestamptz NOT NULL
);
COMMENT ON TABLE dispute_document IS 'Documents of either side';
CREATE INDEX dispute_document_of ON dispute_document (dispute_id, added_at);

CREATE TABLE dispute_comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  user_id bigint NOT NULL REFERENCES user_account (id),
  body text NOT NULL,
  added_at timestamptz NOT NULL
);
COMMENT ON TABLE dispute_comment IS 'Comments of either side and of admins';
CREATE INDEX dispute_comment_of ON dispute_comment (dispute_id, id);

CREATE TABLE dispute_part (
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  -- Unique: a milestone is settled once.
  milestone_id bigint NOT NULL UNIQUE REFERENCES milestone (id),
  to_worker_paise bigint NOT NULL CHECK (to_worker_paise >= 0),
  to_poster_paise bigint NOT NULL CHECK (to_poster_paise >= 0),
  PRIMARY KEY (dispute_id, milestone_id)
);
COMMENT ON TABLE dispute_part IS
  'How a settlement divided the money of each milestone. Both parts together are its amount';
COMMENT ON COLUMN dispute_part.to_poster_paise IS 'Before the charge';
