-- Money from and to providers: orders, payments, refunds, chargebacks, settlements and webhooks.

CREATE TABLE escrow_order (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{3,50}$'),
  milestone_id bigint REFERENCES milestone (id),
  job_id bigint,
  poster_id bigint REFERENCES user_account (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  state text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'active', 'applied', 'unapplied', 'expired', 'terminated')),
  provider text NOT NULL,
  session_id text,
  attempt_status text NOT NULL DEFAULT 'NOT_ATTEMPTED',
  attempt_reason text,
  attempt_id text,
  expires_at timestamptz NOT NULL,
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  -- A restored database may lack the job that a payment was for. Such an order has ended, and its payments are refunded.
  CONSTRAINT escrow_order_milestone_known CHECK (
    CASE WHEN milestone_id IS NULL THEN poster_id IS NULL AND state IN ('expired', 'unapplied')
      ELSE poster_id IS NOT NULL END)
);
COMMENT ON TABLE escrow_order IS 'Orders at the payment provider, by which posters fund milestones';
COMMENT ON COLUMN escrow_order.id IS 'Ours, and the provider''s order_id';
COMMENT ON COLUMN escrow_order.milestone_id IS 'Null together with poster_id where a restored database lacks the job';
COMMENT ON COLUMN escrow_order.job_id IS 'The job, by which a distributed database finds the row (docs/citus.md)';
COMMENT ON COLUMN escrow_order.state IS
  'applied: a payment funded the milestone; unapplied: a payment came that funds nothing';
COMMENT ON COLUMN escrow_order.session_id IS 'The provider''s payment session';
COMMENT ON COLUMN escrow_order.attempt_status IS
  'The result of the latest attempt to pay, as escrow_payment_status returns it while the order is open';
COMMENT ON COLUMN escrow_order.attempt_id IS 'The provider''s id of that attempt, so that its failure is notified once';
COMMENT ON COLUMN escrow_order.checked_at IS 'When the provider was last asked about it';
-- Paying twice never creates two open orders.
CREATE UNIQUE INDEX escrow_order_live ON escrow_order (milestone_id) WHERE state IN ('created', 'active');
CREATE INDEX escrow_order_milestone ON escrow_order (milestone_id, created_at);
-- What the provider is asked about. An order that has ended may still turn out to be paid, so it is asked about until
-- it was asked about once two days after its end.
CREATE INDEX escrow_order_unsettled ON escrow_order (checked_at NULLS FIRST, created_at)
  WHERE state IN ('created', 'active', 'expired', 'terminated')
    AND (checked_at IS NULL OR checked_at - expires_at < interval '2 days');
CREATE INDEX escrow_order_poster ON escrow_order (poster_id);
CREATE INDEX escrow_order_newest ON escrow_order (created_at DESC, id DESC);
CREATE INDEX escrow_order_state_newest ON escrow_order (state, created_at DESC, id DESC);

CREATE TABLE payment (
  provider text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL REFERENCES escrow_order (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  applied boolean NOT NULL,
  method text NOT NULL DEFAULT '',
  bank_reference text,
  received_at timestamptz NOT NULL,
  last_polled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, payment_id)
);
COMMENT ON TABLE payment IS 'Successful payments at the provider';
COMMENT ON COLUMN payment.applied IS 'It funded the milestone. Otherwise it is credited or refunded';
COMMENT ON COLUMN payment.method IS 'How it was paid: card, upi, netbanking …; empty: not known';
COMMENT ON COLUMN payment.last_polled_at IS
  'When the provider was last asked whether a bank took it back. Chargebacks come for months';
CREATE UNIQUE INDEX payment_one_applied ON payment (order_id) WHERE applied;
CREATE INDEX payment_order ON payment (order_id);
CREATE INDEX payment_unapplied ON payment (received_at) WHERE NOT applied;
CREATE INDEX payment_last_polled ON payment (last_polled_at);
CREATE INDEX payment_by_id ON payment (payment_id);
CREATE INDEX payment_by_bank_reference ON payment (bank_reference) WHERE bank_reference IS NOT NULL;

CREATE TABLE refund (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES escrow_order (id),
  payment_id text,
  milestone_id bigint REFERENCES milestone (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  next_check_at timestamptz,
  finished_at timestamptz
);
COMMENT ON TABLE refund IS 'Money on its way back to a payer: of a payment that funds nothing, or of a milestone';
COMMENT ON COLUMN refund.id IS 'Ours, and the provider''s refund_id';
COMMENT ON COLUMN refund.reason IS 'Such as cancelled';
COMMENT ON COLUMN refund.tries IS
  'How often the provider was asked to send the money. Each try is a refund of its own there, and only one may '
  'succeed';
COMMENT ON COLUMN refund.next_check_at IS 'When the provider is asked about it next; null: its result is final';
CREATE INDEX refund_order ON refund (order_id);
CREATE UNIQUE INDEX refund_milestone ON refund (milestone_id) WHERE reason = 'cancelled';
CREATE INDEX refund_due ON refund (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE chargeback (
  provider text NOT NULL,
  chargeback_id text NOT NULL,
  order_id text NOT NULL REFERENCES escrow_order (id),
  payment_id text NOT NULL,
  milestone_id bigint REFERENCES milestone (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  escrow_paise bigint NOT NULL DEFAULT 0 CHECK (escrow_paise >= 0),
  receivable_paise bigint NOT NULL DEFAULT 0 CHECK (receivable_paise >= 0),
  written_off_paise bigint NOT NULL DEFAULT 0,
  takings integer NOT NULL DEFAULT 0,
  reason text NOT NULL,
  respond_by timestamptz,
  changed_at timestamptz,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (provider, chargeback_id),
  FOREIGN KEY (provider, payment_id) REFERENCES payment (provider, payment_id),
  CHECK (escrow_paise + receivable_paise IN (0, amount_paise)),
  CHECK (written_off_paise IN (0, receivable_paise)),
  -- Of a payment whose job a restored database lacks, nothing is in escrow.
  CONSTRAINT chargeback_milestone_known CHECK (milestone_id IS NOT NULL OR escrow_paise = 0)
);
COMMENT ON TABLE chargeback IS 'Payments that the payer''s bank asks back';
COMMENT ON COLUMN chargeback.escrow_paise IS 'What the provider has taken from us now, out of the milestone''s escrow';
COMMENT ON COLUMN chargeback.receivable_paise IS 'What the provider has taken from us now, beyond escrow';
COMMENT ON COLUMN chargeback.written_off_paise IS 'Of receivable_paise: what nobody is asked to pay any more';
COMMENT ON COLUMN chargeback.takings IS 'How often the money was taken: a bank that lost may come back';
COMMENT ON COLUMN chargeback.changed_at IS 'When the provider last changed it, by the provider''s clock';
CREATE INDEX chargeback_milestone ON chargeback (milestone_id);
CREATE INDEX chargeback_open ON chargeback (opened_at) WHERE state = 'open';
CREATE INDEX chargeback_by_id ON chargeback (chargeback_id);
CREATE INDEX chargeback_order ON chargeback (order_id);

CREATE TABLE settlement (
  provider text NOT NULL,
  settlement_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'reversed')),
  settled_paise bigint NOT NULL,
  fee_paise bigint NOT NULL CHECK (fee_paise >= 0),
  gst_paise bigint NOT NULL CHECK (gst_paise >= 0),
  utr text,
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (provider, settlement_id)
);
COMMENT ON TABLE settlement IS 'What the provider sent to our bank account';
COMMENT ON COLUMN settlement.settled_paise IS 'Below zero where refunds and chargebacks exceeded payments';
COMMENT ON COLUMN settlement.fee_paise IS 'The provider''s fee';
COMMENT ON COLUMN settlement.gst_paise IS 'The tax on that fee';
COMMENT ON COLUMN settlement.utr IS 'The bank''s reference';

CREATE SEQUENCE provider_event_number;
CREATE TABLE provider_event (
  id bigint NOT NULL DEFAULT nextval('provider_event_number'),
  provider text NOT NULL,
  dedupe_key text NOT NULL,
  type text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('valid', 'forged', 'malformed')),
  reason text NOT NULL DEFAULT '',
  outcome text,
  received_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  seen_at timestamptz,
  seen_by bigint REFERENCES user_account (id)
) PARTITION BY RANGE (received_at);
COMMENT ON TABLE provider_event IS 'Every webhook as it came. Partitioned by month';
COMMENT ON COLUMN provider_event.dedupe_key IS 'The event that it reports (provider_event_key)';
COMMENT ON COLUMN provider_event.reason IS 'Why it was refused';
COMMENT ON COLUMN provider_event.outcome IS 'What it led to; null: not handled yet';
COMMENT ON COLUMN provider_event.seen_at IS 'When an admin marked a refused one as seen';

-- The first partition. Later ones copy its keys and indexes (0020_months.sql).
CREATE TABLE provider_event_before (
  LIKE provider_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT provider_event_pkey PRIMARY KEY (id),
  CONSTRAINT provider_event_provider_dedupe_key_key UNIQUE (provider, dedupe_key)
);
-- Refused webhooks are kept up to a limit.
CREATE INDEX provider_event_refused ON provider_event_before (received_at) WHERE verdict <> 'valid';
CREATE INDEX provider_event_unseen ON provider_event_before (received_at, id) WHERE verdict <> 'valid' AND seen_at IS NULL;
CREATE INDEX provider_event_last_valid ON provider_event_before (provider, received_at DESC) WHERE verdict = 'valid';
CREATE INDEX provider_event_valid ON provider_event_before (received_at) WHERE verdict = 'valid';

CREATE TABLE provider_event_key (
  provider text NOT NULL,
  dedupe_key text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, dedupe_key)
);
COMMENT ON TABLE provider_event_key IS
  'Which webhooks came: uniqueness never depends on a partitioned table. Rows are deleted when the same webhook '
  'does not come again';
CREATE INDEX provider_event_key_age ON provider_event_key (received_at);

CREATE TABLE provider_status_log (
  id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME provider_answer_id_seq)
    CONSTRAINT provider_answer_pkey PRIMARY KEY,
  subject text NOT NULL,
  status text NOT NULL,
  note text NOT NULL DEFAULT '',
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
COMMENT ON TABLE provider_status_log IS
  'What a provider answered about a refund, a withdrawal, a chargeback or a settlement: a row for each change of '
  'its answer';
COMMENT ON COLUMN provider_status_log.subject IS 'The kind and the id';
COMMENT ON COLUMN provider_status_log.times IS 'How often it gave this answer, from first_at to last_at';
CREATE INDEX provider_status_log_subject ON provider_status_log (subject, id DESC);
