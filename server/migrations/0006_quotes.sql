CREATE TABLE quote (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES job (id),
  worker_id bigint NOT NULL REFERENCES user_account (id),
  bid_paise bigint NOT NULL CHECK (bid_paise >= 100),
  term text NOT NULL CHECK (term IN ('terms', 'milestone', 'completion')),
  -- [{name, amountPaise}] as quoted; they become milestones when the quote is accepted.
  parts jsonb NOT NULL,
  work_scope text NOT NULL,
  proposal_id uuid REFERENCES file (id),
  state text NOT NULL DEFAULT 'submitted' CHECK (state IN ('submitted', 'accepted', 'cancelled', 'not_selected', 'lapsed')),
  created_at timestamptz(3) NOT NULL,
  decided_at timestamptz
);
CREATE UNIQUE INDEX quote_one_accepted ON quote (job_id) WHERE state = 'accepted';
CREATE UNIQUE INDEX quote_one_live ON quote (job_id, worker_id) WHERE state IN ('submitted', 'accepted');
CREATE INDEX quote_worker ON quote (worker_id, created_at DESC, id DESC);
CREATE INDEX quote_job ON quote (job_id, created_at, id);
