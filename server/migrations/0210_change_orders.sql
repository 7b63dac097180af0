-- Both sides of an awarded job can agree on another plan: milestones for which nobody has paid, and the day.

ALTER TABLE contract ADD COLUMN finish_by date;
COMMENT ON COLUMN contract.finish_by IS
  'The day in India by which the work is done: that of the quote, then of each agreed change; null: none was agreed';

ALTER TABLE milestone DROP CONSTRAINT milestone_fund_state_check;
ALTER TABLE milestone ADD CONSTRAINT milestone_fund_state_check CHECK (fund_state IN (
  'unfunded', 'funding_pending', 'funded', 'accepted', 'released', 'refund_pending', 'refunded', 'removed')) NOT VALID;
COMMENT ON COLUMN milestone.fund_state IS
  'What became of the money. funded and accepted: it is in escrow; removed: both sides agreed to a plan without it';

CREATE TABLE change_order (
  job_id bigint NOT NULL REFERENCES contract (job_id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL DEFAULT 'proposed'
    CHECK (state IN ('proposed', 'agreed', 'refused', 'withdrawn', 'lapsed', 'overtaken')),
  side text NOT NULL CHECK (side IN ('poster', 'worker')),
  turns smallint NOT NULL DEFAULT 1 CHECK (turns BETWEEN 1 AND 6),
  plan_version integer NOT NULL CHECK (plan_version >= 1),
  opened_at timestamptz(3) NOT NULL,
  due_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (job_id, id),
  CHECK ((state = 'proposed') = (closed_at IS NULL))
);
COMMENT ON TABLE change_order IS 'A change of the plan of an awarded job that one side proposed';
COMMENT ON COLUMN change_order.state IS 'overtaken: a milestone that it changes was paid, or the job ended';
COMMENT ON COLUMN change_order.side IS 'Who made the last proposal';
COMMENT ON COLUMN change_order.turns IS 'How many proposals were made';
COMMENT ON COLUMN change_order.plan_version IS 'The version of the plan that it changes';
COMMENT ON COLUMN change_order.due_at IS 'When the last proposal lapses';
CREATE INDEX change_order_id ON change_order (id);
CREATE UNIQUE INDEX change_order_open ON change_order (job_id) WHERE closed_at IS NULL;
CREATE INDEX change_order_due ON change_order (due_at) WHERE closed_at IS NULL;
CREATE INDEX change_order_listed ON change_order (job_id, opened_at DESC, id DESC);

CREATE TABLE change_order_turn (
  job_id bigint NOT NULL,
  change_id bigint NOT NULL,
  turn smallint NOT NULL CHECK (turn BETWEEN 1 AND 6),
  side text NOT NULL CHECK (side IN ('poster', 'worker')),
  changes jsonb NOT NULL,
  total_paise bigint NOT NULL CHECK (total_paise > 0),
  finish_by date,
  note text NOT NULL CHECK (length(note) <= 1000),
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (job_id, change_id, turn),
  FOREIGN KEY (job_id, change_id) REFERENCES change_order (job_id, id)
);
COMMENT ON TABLE change_order_turn IS 'What one side proposed. Rows are never changed';
COMMENT ON COLUMN change_order_turn.changes IS
  '[{kind: change, milestoneId, name, amountPaise} | {kind: remove, milestoneId} | {kind: add, name, amountPaise}]';
COMMENT ON COLUMN change_order_turn.total_paise IS 'What the whole job would cost';
COMMENT ON COLUMN change_order_turn.finish_by IS 'Another day by which the work is done; null: the day stays as it is';

CREATE TABLE plan_version (
  job_id bigint NOT NULL REFERENCES contract (job_id),
  version integer NOT NULL CHECK (version >= 1),
  parts jsonb NOT NULL,
  total_paise bigint NOT NULL CHECK (total_paise > 0),
  finish_by date,
  change_id bigint,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (job_id, version),
  FOREIGN KEY (job_id, change_id) REFERENCES change_order (job_id, id),
  CHECK ((version = 1) = (change_id IS NULL))
);
COMMENT ON TABLE plan_version IS
  'The plans of an awarded job. Version 1 is that of the award, and is written with the first agreed change. Rows are never changed';
COMMENT ON COLUMN plan_version.parts IS '[{milestoneId, position, name, amountPaise}]';
COMMENT ON COLUMN plan_version.change_id IS 'The change that led to it; null for the first';
