-- Fees with dates, chargebacks, settlements, and what waits for a person.

-- What the platform keeps of a release, in hundredths of a percent. A row holds from its day in India until the next
-- one's. It is set before that day begins and never changed: whoever asks about a date gets the same answer for ever.
CREATE TABLE fee_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_on date NOT NULL,
  -- Of what is released.
  platform_fee_bps integer NOT NULL CHECK (platform_fee_bps BETWEEN 0 AND 5000),
  -- Of the platform fee.
  gst_bps integer NOT NULL CHECK (gst_bps BETWEEN 0 AND 10000),
  -- Of what is released.
  tds_bps integer NOT NULL CHECK (tds_bps BETWEEN 0 AND 2000),
  welfare_bps integer NOT NULL CHECK (welfare_bps BETWEEN 0 AND 1000),
  -- The most of the welfare fee in one release; null: no limit.
  welfare_cap_paise bigint CHECK (welfare_cap_paise >= 0),
  -- Null: by the command line.
  set_by bigint REFERENCES user_account (id),
  reason text NOT NULL CHECK (reason <> ''),
  set_at timestamptz(3) NOT NULL,
  CHECK (effective_on > (set_at AT TIME ZONE 'Asia/Kolkata')::date),
  -- A release never costs its worker more than it brings.
  CHECK (platform_fee_bps + platform_fee_bps::bigint * gst_bps / 10000 + tds_bps + welfare_bps <= 10000)
);
CREATE INDEX fee_rates_on ON fee_rates (effective_on DESC, id DESC);
REVOKE UPDATE, DELETE ON fee_rates FROM fws_app;

INSERT INTO ledger.account (code, class, guarded, hot) VALUES ('welfare_payable', 'liability', false, true);

-- What was kept back of a release, where anything was.
CREATE TABLE deduction (
  milestone_id bigint PRIMARY KEY REFERENCES milestone (id),
  rates_id bigint NOT NULL REFERENCES fee_rates (id),
  gross_paise bigint NOT NULL CHECK (gross_paise > 0),
  fee_paise bigint NOT NULL CHECK (fee_paise >= 0),
  gst_paise bigint NOT NULL CHECK (gst_paise >= 0),
  tds_paise bigint NOT NULL CHECK (tds_paise >= 0),
  welfare_paise bigint NOT NULL CHECK (welfare_paise >= 0),
  CHECK (fee_paise + gst_paise + tds_paise + welfare_paise BETWEEN 1 AND gross_paise)
);
REVOKE UPDATE, DELETE ON deduction FROM fws_app;

-- Beside the worker's bill to the poster: the platform's to the worker, for its fee.
ALTER TABLE invoice
  ADD COLUMN kind text NOT NULL DEFAULT 'work' CHECK (kind IN ('work', 'fee')),
  -- In whose list it stands.
  ADD COLUMN owner_id bigint REFERENCES user_account (id),
  ALTER COLUMN supplier_id DROP NOT NULL,
  DROP CONSTRAINT invoice_milestone_id_key,
  ADD CONSTRAINT invoice_of_milestone UNIQUE (milestone_id, kind);
UPDATE invoice SET owner_id = supplier_id;
ALTER TABLE invoice
  ALTER COLUMN owner_id SET NOT NULL,
  -- The platform is no user.
  ADD CHECK ((kind = 'fee') = (supplier_id IS NULL)),
  ADD CHECK (owner_id = CASE kind WHEN 'fee' THEN recipient_id ELSE supplier_id END);
DROP INDEX invoice_supplier;
CREATE INDEX invoice_owner ON invoice (owner_id, created_at DESC, id DESC);

-- A payer's bank asks for a payment back.
CREATE TABLE chargeback (
  provider text NOT NULL,
  chargeback_id text NOT NULL,
  order_id text NOT NULL REFERENCES escrow_order (id),
  payment_id text NOT NULL,
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  -- What the provider has taken from us because of it, now: out of the milestone's escrow, and the rest.
  escrow_paise bigint NOT NULL DEFAULT 0 CHECK (escrow_paise >= 0),
  receivable_paise bigint NOT NULL DEFAULT 0 CHECK (receivable_paise >= 0),
  -- How often it was taken: a bank that lost may come back.
  takings integer NOT NULL DEFAULT 0,
  reason text NOT NULL,
  respond_by timestamptz,
  -- When the provider last changed it, by its own clock.
  changed_at timestamptz,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (provider, chargeback_id),
  FOREIGN KEY (provider, payment_id) REFERENCES payment (provider, payment_id),
  CHECK (escrow_paise + receivable_paise IN (0, amount_paise))
);
CREATE INDEX chargeback_milestone ON chargeback (milestone_id);
CREATE INDEX chargeback_open ON chargeback (opened_at) WHERE state = 'open';

-- When the provider was last asked what a bank did to it. Chargebacks come for months.
ALTER TABLE payment ADD COLUMN looked_at timestamptz NOT NULL DEFAULT now();
UPDATE payment SET looked_at = received_at;
CREATE INDEX payment_looked ON payment (looked_at);

-- What the provider sent to our bank account.
CREATE TABLE settlement (
  provider text NOT NULL,
  settlement_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('received', 'reversed')),
  -- Below zero where refunds and chargebacks outweighed payments.
  settled_paise bigint NOT NULL,
  fee_paise bigint NOT NULL CHECK (fee_paise >= 0),
  gst_paise bigint NOT NULL CHECK (gst_paise >= 0),
  utr text,
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (provider, settlement_id)
);

-- When the provider is asked next what became of it; null when its last word is known.
ALTER TABLE refund ADD COLUMN next_check_at timestamptz;
UPDATE refund SET next_check_at = now() WHERE state = 'pending';
CREATE INDEX refund_due ON refund (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_unapplied ON payment (received_at) WHERE NOT applied;

-- What no rule decides waits here, and people are told. One open entry a matter.
CREATE TABLE needs_look (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  -- What it is about: the id of a refund, a withdrawal, a chargeback …
  subject text NOT NULL,
  amount_paise bigint,
  detail text NOT NULL DEFAULT '',
  raised_at timestamptz NOT NULL,
  -- Seen to, by a person or by itself.
  resolved_at timestamptz,
  resolved_by bigint REFERENCES user_account (id)
);
CREATE UNIQUE INDEX needs_look_open ON needs_look (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX needs_look_waiting ON needs_look (raised_at) WHERE resolved_at IS NULL;
