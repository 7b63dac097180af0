-- An issue about an awarded job: while it is open, the job's money is on hold. Its two sides are those of the contract.
CREATE TABLE dispute (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES contract (job_id),
  raised_by bigint NOT NULL REFERENCES user_account (id),
  against bigint NOT NULL REFERENCES user_account (id),
  issue text NOT NULL CHECK (issue IN ('cancel_project', 'not_satisfactory', 'not_completed', 'not_available',
    'provider_absent', 'poster_silent', 'payment')),
  details text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  ending text CHECK (ending IN ('withdrawn', 'settled')),
  raised_at timestamptz(3) NOT NULL,
  -- The ends of days in India.
  documents_due_at timestamptz NOT NULL,
  review_due_at timestamptz NOT NULL,
  closed_at timestamptz(3),
  -- Who settled it, and why so.
  settled_by bigint REFERENCES user_account (id),
  reason text,
  CHECK (raised_by <> against),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL) AND (state = 'closed') = (ending IS NOT NULL)),
  CHECK ((ending = 'settled') = (settled_by IS NOT NULL) AND (ending = 'settled') = (reason IS NOT NULL))
);
-- Whatever races: one open issue a job, so that a hold has one owner.
CREATE UNIQUE INDEX dispute_one_open ON dispute (job_id) WHERE state = 'open';
CREATE INDEX dispute_job ON dispute (job_id);
-- Either side's list is read by two of these, newest first.
CREATE INDEX dispute_raised ON dispute (raised_by, state, id DESC);
CREATE INDEX dispute_against ON dispute (against, state, id DESC);

CREATE TABLE dispute_document (
  file_id uuid PRIMARY KEY REFERENCES file (id),
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  user_id bigint NOT NULL REFERENCES user_account (id),
  added_at timestamptz NOT NULL
);
CREATE INDEX dispute_document_of ON dispute_document (dispute_id, added_at);

CREATE TABLE dispute_comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  user_id bigint NOT NULL REFERENCES user_account (id),
  body text NOT NULL,
  added_at timestamptz NOT NULL
);
CREATE INDEX dispute_comment_of ON dispute_comment (dispute_id, id);

-- How the money of each milestone was divided; both together are its amount.
CREATE TABLE dispute_part (
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  -- A milestone is settled once.
  milestone_id bigint NOT NULL UNIQUE REFERENCES milestone (id),
  to_worker_paise bigint NOT NULL CHECK (to_worker_paise >= 0),
  -- Before the charge.
  to_poster_paise bigint NOT NULL CHECK (to_poster_paise >= 0),
  PRIMARY KEY (dispute_id, milestone_id)
);

-- What companies ask on the page For Business.
CREATE TABLE business_enquiry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  purpose text NOT NULL,
  heard_from text NOT NULL,
  company text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address1 text NOT NULL,
  address2 text NOT NULL,
  address3 text NOT NULL,
  requirement text NOT NULL,
  user_id bigint REFERENCES user_account (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX business_enquiry_newest ON business_enquiry (created_at DESC, id DESC);
