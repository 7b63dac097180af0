-- An awarded job: who does it for whom, for how much. One per job.
CREATE TABLE contract (
  job_id bigint PRIMARY KEY REFERENCES job (id),
  quote_id bigint NOT NULL UNIQUE REFERENCES quote (id),
  poster_id bigint NOT NULL REFERENCES user_account (id),
  worker_id bigint NOT NULL REFERENCES user_account (id),
  total_paise bigint NOT NULL CHECK (total_paise > 0),
  term text NOT NULL CHECK (term IN ('terms', 'milestone', 'completion')),
  awarded_at timestamptz NOT NULL,
  completed_at timestamptz,
  CHECK (poster_id <> worker_id)
);
CREATE INDEX contract_poster ON contract (poster_id, awarded_at DESC, job_id DESC);
CREATE INDEX contract_worker ON contract (worker_id, awarded_at DESC, job_id DESC);

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
  changed_at timestamptz NOT NULL,
  UNIQUE (job_id, position)
);

CREATE TABLE escrow_order (
  -- Ours, and the provider's `order_id`.
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{3,50}$'),
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  poster_id bigint NOT NULL REFERENCES user_account (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'active', 'applied', 'unapplied', 'expired', 'terminated')),
  provider text NOT NULL,
  session_id text,
  -- The latest attempt's outcome, as `escrow_payment_status` answers while the order is open.
  attempt_status text NOT NULL DEFAULT 'NOT_ATTEMPTED',
  attempt_reason text,
  -- The provider's id of that attempt, so that its failure is told once.
  attempt_id text,
  expires_at timestamptz NOT NULL,
  checked_at timestamptz,
  created_at timestamptz NOT NULL
);
-- Paying twice never creates two live orders.
CREATE UNIQUE INDEX escrow_order_live ON escrow_order (milestone_id) WHERE state IN ('created', 'active');
CREATE INDEX escrow_order_milestone ON escrow_order (milestone_id, created_at);
-- What the provider is still asked about: an order that ended may yet turn out paid.
CREATE INDEX escrow_order_unsettled ON escrow_order (created_at)
  WHERE state IN ('created', 'active', 'expired', 'terminated');

-- Money the provider took, one row a payment that succeeded.
CREATE TABLE payment (
  provider text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL REFERENCES escrow_order (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  applied boolean NOT NULL,
  method text NOT NULL DEFAULT '',
  bank_reference text,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, payment_id)
);
CREATE UNIQUE INDEX payment_one_applied ON payment (order_id) WHERE applied;

-- Money on its way back to a payer: of a payment that fits no state, or of a cancelled milestone.
CREATE TABLE refund (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES escrow_order (id),
  payment_id text,
  milestone_id bigint REFERENCES milestone (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed')),
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX refund_order ON refund (order_id);

-- How many webhooks were refused of late; they are kept up to a limit.
CREATE INDEX provider_event_refused ON provider_event (received_at) WHERE verdict <> 'valid';
