-- Quotes, contracts, milestones, ratings, and how cancelled jobs end.

CREATE TABLE quote (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES job (id),
  worker_id bigint NOT NULL REFERENCES user_account (id),
  bid_paise bigint NOT NULL CHECK (bid_paise >= 100),
  term text NOT NULL CHECK (term IN ('terms', 'milestone', 'completion')),
  parts jsonb NOT NULL,
  work_scope text NOT NULL,
  proposal_id uuid REFERENCES file (id),
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN
    ('submitted', 'withheld', 'accepted', 'cancelled', 'not_selected', 'lapsed')),
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz,
  reminded_at timestamptz,
  decided_at timestamptz,
  cancel_comment text NOT NULL DEFAULT ''
);
COMMENT ON TABLE quote IS 'Quotes of workers for jobs';
COMMENT ON COLUMN quote.parts IS '[{name, amountPaise}] as quoted. They become milestones when the quote is accepted';
COMMENT ON COLUMN quote.state IS 'withheld: its worker is suspended';
COMMENT ON COLUMN quote.changed_at IS 'When it was last edited';
COMMENT ON COLUMN quote.reminded_at IS 'When the poster was reminded of it';
COMMENT ON COLUMN quote.cancel_comment IS 'Why the worker withdrew it';
CREATE UNIQUE INDEX quote_one_accepted ON quote (job_id) WHERE state = 'accepted';
CREATE UNIQUE INDEX quote_one_live ON quote (job_id, worker_id) WHERE state IN ('submitted', 'accepted');
CREATE INDEX quote_worker ON quote (worker_id, created_at DESC, id DESC);
CREATE INDEX quote_job ON quote (job_id, created_at, id);
-- What lapses and what posters are reminded of, oldest first.
CREATE INDEX quote_waiting ON quote (created_at) WHERE state = 'submitted';
CREATE INDEX quote_unreminded ON quote (created_at) WHERE state = 'submitted' AND reminded_at IS NULL;

CREATE TABLE contract (
  job_id bigint PRIMARY KEY REFERENCES job (id),
  quote_id bigint NOT NULL UNIQUE REFERENCES quote (id),
  poster_id bigint NOT NULL REFERENCES user_account (id),
  worker_id bigint NOT NULL REFERENCES user_account (id),
  total_paise bigint NOT NULL CHECK (total_paise > 0),
  term text NOT NULL CHECK (term IN ('terms', 'milestone', 'completion')),
  awarded_at timestamptz NOT NULL,
  completed_at timestamptz,
  cancelled_at timestamptz,
  uncounted_reason text CHECK (uncounted_reason IN ('linked', 'small', 'unpaid')),
  CHECK (poster_id <> worker_id)
);
COMMENT ON TABLE contract IS 'Awarded jobs: who does the work, for whom, for how much. One for each job';
COMMENT ON COLUMN contract.uncounted_reason IS
  'Why a completed contract does not count in user_account.completed_projects: the accounts are linked, less than '
  '₹100 was released, or nothing was. Null: it counts';
CREATE INDEX contract_poster ON contract (poster_id, awarded_at DESC, job_id DESC);
CREATE INDEX contract_worker ON contract (worker_id, awarded_at DESC, job_id DESC);
CREATE INDEX contract_poster_open ON contract (poster_id, awarded_at DESC, job_id DESC)
  WHERE completed_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX contract_worker_open ON contract (worker_id, awarded_at DESC, job_id DESC)
  WHERE completed_at IS NULL AND cancelled_at IS NULL;
-- The admin area.
CREATE INDEX contract_newest ON contract (awarded_at DESC, job_id DESC);
CREATE INDEX contract_newest_completed ON contract (awarded_at DESC, job_id DESC) WHERE completed_at IS NOT NULL;
CREATE INDEX contract_newest_cancelled ON contract (awarded_at DESC, job_id DESC) WHERE cancelled_at IS NOT NULL;
CREATE INDEX contract_newest_under_way ON contract (awarded_at DESC, job_id DESC)
  WHERE completed_at IS NULL AND cancelled_at IS NULL;

CREATE TABLE milestone (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES contract (job_id),
  position integer NOT NULL,
  name text NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  comment text NOT NULL DEFAULT '',
  fund_state text NOT NULL DEFAULT 'unfunded' CHECK (fund_state IN
    ('unfunded', 'funding_pending', 'funded', 'accepted', 'released', 'refund_pending', 'refunded')),
  work_state text NOT NULL DEFAULT 'not_started' CHECK (work_state IN
    ('not_started', 'started', 'completed', 'payment_requested')),
  on_hold boolean NOT NULL DEFAULT false,
  funded_at timestamptz,
  released_at timestamptz,
  payment_requested_at timestamptz,
  wait_left_ms bigint,
  wait_added_ms bigint NOT NULL DEFAULT 0,
  change_requests smallint NOT NULL DEFAULT 0,
  reminded_at timestamptz,
  changed_at timestamptz NOT NULL,
  UNIQUE (job_id, position),
  CONSTRAINT milestone_wait CHECK (
    change_requests BETWEEN 0 AND 2 AND coalesce(wait_left_ms, 0) >= 0 AND wait_added_ms >= 0)
);
COMMENT ON TABLE milestone IS 'The parts of a contract. Each is funded, done and paid by itself';
COMMENT ON COLUMN milestone.fund_state IS 'What became of the money. funded and accepted: it is in escrow';
COMMENT ON COLUMN milestone.work_state IS 'What became of the work';
COMMENT ON COLUMN milestone.on_hold IS 'The money may not move: a dispute or a chargeback is open';
COMMENT ON COLUMN milestone.payment_requested_at IS 'When payment was requested, or the last hold ended since then';
COMMENT ON COLUMN milestone.wait_left_ms IS
  'What the poster had left to answer then or, while the clock is stopped, has left. Null: the whole period';
COMMENT ON COLUMN milestone.wait_added_ms IS 'What the ends of holds added to it';
COMMENT ON COLUMN milestone.change_requests IS 'How often the poster asked for changes';
COMMENT ON COLUMN milestone.reminded_at IS 'When the poster was reminded that the money will be released';
CREATE INDEX milestone_awaiting_answer ON milestone (payment_requested_at)
  WHERE work_state = 'payment_requested' AND fund_state IN ('funded', 'accepted') AND NOT on_hold;
CREATE INDEX milestone_without_wait ON milestone (payment_requested_at)
  WHERE work_state = 'payment_requested' AND wait_left_ms IS NULL;

CREATE TABLE milestone_completion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  job_id bigint,
  round integer NOT NULL CHECK (round > 0),
  note text NOT NULL CHECK (length(note) <= 2000),
  completed_at timestamptz(3) NOT NULL,
  UNIQUE (milestone_id, round)
);
COMMENT ON TABLE milestone_completion IS
  'What the worker says about completed work, for each time that it was completed. Its photos have its id as their '
  'subject';
COMMENT ON COLUMN milestone_completion.job_id IS
  'The job, by which a distributed database finds the row (docs/citus.md)';
COMMENT ON COLUMN milestone_completion.round IS '1, then one more after each requested change';

CREATE TABLE rating (
  job_id bigint NOT NULL REFERENCES contract (job_id),
  by_user_id bigint NOT NULL REFERENCES user_account (id),
  about_user_id bigint NOT NULL REFERENCES user_account (id),
  points smallint NOT NULL CHECK (points BETWEEN 20 AND 100),
  comment text NOT NULL DEFAULT '',
  rated_at timestamptz NOT NULL,
  uncounted_reason text CHECK (uncounted_reason IN ('linked', 'small', 'unpaid')),
  PRIMARY KEY (job_id, by_user_id),
  CHECK (by_user_id <> about_user_id)
);
COMMENT ON TABLE rating IS 'Ratings: each side of a job rates the other once';
COMMENT ON COLUMN rating.points IS '20 to 100, twenty for each star';
COMMENT ON COLUMN rating.uncounted_reason IS
  'Why it is in no average: the accounts are linked, less than ₹100 was released, or nothing was. Null: it counts '
  'in user_account.rating_sum and rating_count';
CREATE INDEX rating_about ON rating (about_user_id, rated_at DESC);

CREATE TABLE job_ending (
  job_id bigint PRIMARY KEY REFERENCES contract (job_id),
  by_user bigint NOT NULL REFERENCES user_account (id),
  side text NOT NULL CHECK (side IN ('poster', 'worker')),
  comment text NOT NULL,
  started_at timestamptz NOT NULL
);
COMMENT ON TABLE job_ending IS
  'Who cancelled an awarded job, and why. A worker who gives up costs the poster no charge';

CREATE TABLE split (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES contract (job_id),
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  state text NOT NULL DEFAULT 'awaited' CHECK (state IN ('awaited', 'proposed', 'agreed', 'disputed', 'overtaken')),
  version integer NOT NULL CHECK (version >= 0),
  turns smallint NOT NULL DEFAULT 0 CHECK (turns BETWEEN 0 AND 6),
  side text CHECK (side IN ('poster', 'worker')),
  worker_paise bigint CHECK (worker_paise >= 0),
  opened_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  reminders smallint NOT NULL DEFAULT 0,
  closed_at timestamptz,
  CHECK ((state IN ('awaited', 'proposed')) = (closed_at IS NULL)),
  CHECK ((turns = 0) = (side IS NULL) AND (turns = 0) = (worker_paise IS NULL)),
  CHECK (turns > 0 OR state NOT IN ('proposed', 'agreed'))
);
COMMENT ON TABLE split IS 'Negotiations about what the started work of a milestone is worth, after a job was cancelled';
COMMENT ON COLUMN split.state IS 'awaited: no proposal yet; overtaken: the money moved in another way';
COMMENT ON COLUMN split.version IS 'Counts all turns about the milestone, also those of its former splits';
COMMENT ON COLUMN split.side IS 'Who made the last proposal';
COMMENT ON COLUMN split.worker_paise IS 'What the worker gets by the last proposal';
COMMENT ON COLUMN split.due_at IS 'Without an agreement it ends then, and a dispute is opened';
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
COMMENT ON TABLE split_turn IS 'The proposals of a split';
COMMENT ON COLUMN split_turn.worker_paise IS 'What the worker gets by this proposal';
