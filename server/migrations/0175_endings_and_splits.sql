-- Who cancelled an awarded job, and why. A worker who gives up costs the poster no charge.
CREATE TABLE job_ending (
  job_id bigint PRIMARY KEY REFERENCES contract (job_id),
  by_user bigint NOT NULL REFERENCES user_account (id),
  side text NOT NULL CHECK (side IN ('poster', 'worker')),
  comment text NOT NULL,
  started_at timestamptz NOT NULL
);
INSERT INTO job_ending (job_id, by_user, side, comment, started_at)
SELECT DISTINCT ON (job_id) cancellation.job_id, contract.poster_id, 'poster', cancellation.comment,
  coalesce(cancellation.answered_at, cancellation.asked_at)
FROM cancellation JOIN contract USING (job_id) WHERE cancellation.state = 'agreed' ORDER BY job_id, cancellation.id DESC;
-- What waited for an answer under the former rules is asked for anew under the present ones.
-- batch: at most one request of a job waits, and few did.
UPDATE cancellation SET state = 'declined', answered_at = now() WHERE state = 'asked';

-- What both sides say that the started work of a milestone is worth.
CREATE TABLE split (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES contract (job_id),
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  state text NOT NULL DEFAULT 'awaited' CHECK (state IN ('awaited', 'proposed', 'agreed', 'disputed', 'overtaken')),
  -- Counts all turns about the milestone, those of its former splits too.
  version integer NOT NULL CHECK (version >= 0),
  turns smallint NOT NULL DEFAULT 0 CHECK (turns BETWEEN 0 AND 6),
  -- The last proposal.
  side text CHECK (side IN ('poster', 'worker')),
  worker_paise bigint CHECK (worker_paise >= 0),
  opened_at timestamptz NOT NULL,
  -- Without an agreement until then it ends.
  due_at timestamptz NOT NULL,
  reminders smallint NOT NULL DEFAULT 0,
  closed_at timestamptz,
  CHECK ((state IN ('awaited', 'proposed')) = (closed_at IS NULL)),
  CHECK ((turns = 0) = (side IS NULL) AND (turns = 0) = (worker_paise IS NULL)),
  CHECK (turns > 0 OR state NOT IN ('proposed', 'agreed'))
);
CREATE UNIQUE INDEX split_one_open ON split (job_id, milestone_id) WHERE closed_at IS NULL;
CREATE INDEX split_milestone ON split (milestone_id, id DESC);
CREATE INDEX split_due ON split (due_at) WHERE closed_at IS NULL;

CREATE TABLE split_turn (
  split_id bigint NOT NULL REFERENCES split (id),
  job_id bigint NOT NULL,
  turn smallint NOT NULL CHECK (turn BETWEEN 1 AND 6),
  side text NOT NULL CHECK (side IN ('poster', 'worker')),
  worker_paise bigint NOT NULL CHECK (worker_paise >= 0),
  comment text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (split_id, turn)
);

-- A dispute is about some milestones of its job, and holds those only.
CREATE TABLE dispute_milestone (
  job_id bigint NOT NULL REFERENCES contract (job_id),
  dispute_id bigint NOT NULL REFERENCES dispute (id),
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  -- When the dispute was withdrawn or settled.
  lifted_at timestamptz,
  PRIMARY KEY (job_id, dispute_id, milestone_id)
);
-- Whatever races: a milestone is in one open dispute, so that each hold has one owner.
CREATE UNIQUE INDEX dispute_milestone_one_open ON dispute_milestone (job_id, milestone_id) WHERE lifted_at IS NULL;
CREATE INDEX dispute_milestone_of ON dispute_milestone (dispute_id);
CREATE INDEX dispute_milestone_milestone ON dispute_milestone (milestone_id);
INSERT INTO dispute_milestone (job_id, dispute_id, milestone_id, lifted_at)
SELECT dispute.job_id, dispute.id, milestone.id, NULL FROM dispute JOIN milestone ON milestone.job_id = dispute.job_id
WHERE dispute.state = 'open' AND milestone.on_hold AND milestone.fund_state IN ('funded', 'accepted');
INSERT INTO dispute_milestone (job_id, dispute_id, milestone_id, lifted_at)
SELECT dispute.job_id, dispute.id, part.milestone_id, dispute.closed_at
FROM dispute_part part JOIN dispute ON dispute.id = part.dispute_id;
-- What is not in escrow is held by nobody any more.
-- batch: milestones of open disputes, which admins settle within days.
UPDATE milestone SET on_hold = false WHERE on_hold AND fund_state IN ('unfunded', 'funding_pending');

-- Who opened it: a party, a party who refused a split, or the timer when no split was agreed.
ALTER TABLE dispute ADD COLUMN origin text NOT NULL DEFAULT 'party';
ALTER TABLE dispute ADD CONSTRAINT dispute_origin_check
  CHECK (origin IN ('party', 'refused_split', 'late_split')) NOT VALID;
