-- Fees, deductions from releases, and invoices.

CREATE TABLE fee_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_on date NOT NULL,
  platform_fee_bps integer NOT NULL CHECK (platform_fee_bps BETWEEN 0 AND 5000),
  gst_bps integer NOT NULL CHECK (gst_bps BETWEEN 0 AND 10000),
  tds_bps integer NOT NULL CHECK (tds_bps BETWEEN 0 AND 2000),
  welfare_bps integer NOT NULL CHECK (welfare_bps BETWEEN 0 AND 1000),
  welfare_cap_paise bigint CHECK (welfare_cap_paise >= 0),
  set_by bigint REFERENCES user_account (id),
  reason text NOT NULL CHECK (reason <> ''),
  set_at timestamptz(3) NOT NULL,
  CHECK (effective_on > (set_at AT TIME ZONE 'Asia/Kolkata')::date),
  -- A release never costs its worker more than it brings.
  CHECK (platform_fee_bps + platform_fee_bps::bigint * gst_bps / 10000 + tds_bps + welfare_bps <= 10000)
);
COMMENT ON TABLE fee_rates IS
  'What the platform deducts from a release, in hundredths of a percent. A row holds from its day in India until '
  'the next one''s. It is set before that day begins and never changed, so that a date always has the same rates';
COMMENT ON COLUMN fee_rates.platform_fee_bps IS 'Of the released amount';
COMMENT ON COLUMN fee_rates.gst_bps IS 'Of the platform fee';
COMMENT ON COLUMN fee_rates.tds_bps IS 'Tax deducted at source, of the released amount';
COMMENT ON COLUMN fee_rates.welfare_bps IS 'Welfare fee for gig workers, of the released amount';
COMMENT ON COLUMN fee_rates.welfare_cap_paise IS 'The highest welfare fee of one release; null: no limit';
COMMENT ON COLUMN fee_rates.set_by IS 'The admin; null: npm run fees';
CREATE INDEX fee_rates_on ON fee_rates (effective_on DESC, id DESC);

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
COMMENT ON TABLE deduction IS 'What was deducted from a release, where anything was. Rows are never changed';
COMMENT ON COLUMN deduction.gross_paise IS 'The released amount before deductions';
REVOKE UPDATE, DELETE ON fee_rates, deduction FROM fws_app;

CREATE TABLE invoice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  serial text NOT NULL UNIQUE CHECK (length(serial) <= 16),
  kind text NOT NULL DEFAULT 'work' CHECK (kind IN ('work', 'fee')),
  milestone_id bigint NOT NULL REFERENCES milestone (id),
  supplier_id bigint REFERENCES user_account (id),
  recipient_id bigint NOT NULL REFERENCES user_account (id),
  owner_id bigint NOT NULL REFERENCES user_account (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT invoice_of_milestone UNIQUE (milestone_id, kind),
  CHECK ((kind = 'fee') = (supplier_id IS NULL)),
  CHECK (owner_id = CASE kind WHEN 'fee' THEN recipient_id ELSE supplier_id END)
);
COMMENT ON TABLE invoice IS 'Invoices of released milestones';
COMMENT ON COLUMN invoice.serial IS '"FWS/2627/00001": unique in a year from April to March, at most 16 characters';
COMMENT ON COLUMN invoice.kind IS
  'work: from the worker to the poster; fee: from the platform to the worker, for its fee';
COMMENT ON COLUMN invoice.supplier_id IS 'Null: the platform';
COMMENT ON COLUMN invoice.owner_id IS 'In whose list it is';
COMMENT ON COLUMN invoice.document IS 'Names, addresses and lines as they were on that day. Personal data';
CREATE INDEX invoice_owner ON invoice (owner_id, created_at DESC, id DESC);

CREATE TABLE invoice_series (
  year text PRIMARY KEY,
  last integer NOT NULL
);
COMMENT ON TABLE invoice_series IS 'The last number of an invoice in each year from April to March';
