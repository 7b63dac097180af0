-- What each awarded job says of its two sides: kept, cancelled by their own fault, late, or nothing.

ALTER TABLE job_ending ADD COLUMN waiver text;
ALTER TABLE job_ending ADD CONSTRAINT job_ending_waiver_check
  CHECK (waiver IN ('suspended', 'unpaid', 'no_arrival')) NOT VALID;
COMMENT ON COLUMN job_ending.waiver IS
  'Why cancelling is not the fault of the side that did, as it was then; null: it is, unless the visit has an excuse';

CREATE TABLE job_outcome (
  user_id bigint NOT NULL REFERENCES user_account (id),
  job_id bigint NOT NULL REFERENCES contract (job_id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  side text NOT NULL CHECK (side IN ('poster', 'worker')),
  awarded_at timestamptz(3) NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('kept', 'cancelled', 'late', 'uncounted')),
  reason text NOT NULL CHECK (reason IN ('done', 'cancelled', 'absent', 'late_visit', 'late_work', 'other_side',
    'excused', 'suspended', 'unpaid', 'no_arrival', 'ended', 'linked', 'small')),
  written_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'contested', 'upheld', 'lifted')),
  contest_text text NOT NULL DEFAULT '',
  contested_at timestamptz(3),
  contest_due_at timestamptz(3),
  words text NOT NULL DEFAULT '',
  decided_by bigint REFERENCES user_account (id),
  decided_at timestamptz(3),
  PRIMARY KEY (user_id, job_id),
  CHECK ((state = 'open') = (contested_at IS NULL) AND (state = 'open') = (contest_due_at IS NULL)),
  CHECK ((state IN ('upheld', 'lifted')) = (decided_at IS NOT NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (state = 'open' OR outcome IN ('cancelled', 'late'))
);
CREATE INDEX job_outcome_id ON job_outcome (id);
CREATE INDEX job_outcome_counted ON job_outcome (user_id, side, awarded_at DESC, job_id DESC) INCLUDE (outcome)
  WHERE outcome <> 'uncounted' AND state <> 'lifted';
CREATE INDEX job_outcome_list ON job_outcome (user_id, awarded_at DESC, job_id DESC);
CREATE INDEX job_outcome_contested ON job_outcome (contest_due_at, id) WHERE state = 'contested';
COMMENT ON TABLE job_outcome IS 'What each awarded job says of its two sides (docs/reliability.md). The record of a side is counted from it';
COMMENT ON COLUMN job_outcome.id IS 'By which staff name it';
COMMENT ON COLUMN job_outcome.outcome IS 'uncounted: it is in no record';
COMMENT ON COLUMN job_outcome.reason IS 'Why it has this outcome, or counts nowhere';
COMMENT ON COLUMN job_outcome.written_at IS 'What counts against somebody can be contested for 14 days from then';
COMMENT ON COLUMN job_outcome.state IS 'lifted: FWS agreed that it does not count';
COMMENT ON COLUMN job_outcome.contest_text IS 'What who is at fault says; empty: nothing';
COMMENT ON COLUMN job_outcome.words IS 'What FWS answered';

-- Jobs that ended before: what was finished counts, and nobody is held at fault for a cancellation.
INSERT INTO job_outcome (user_id, job_id, side, awarded_at, outcome, reason, written_at)
SELECT party.user_id, c.job_id, party.side, c.awarded_at,
  CASE WHEN c.completed_at IS NOT NULL AND c.uncounted_reason IS NULL THEN 'kept' ELSE 'uncounted' END,
  CASE WHEN c.completed_at IS NULL OR c.uncounted_reason = 'unpaid' THEN 'ended' ELSE coalesce(c.uncounted_reason, 'done') END,
  coalesce(c.completed_at, c.cancelled_at)
FROM contract c CROSS JOIN LATERAL (VALUES (c.poster_id, 'poster'), (c.worker_id, 'worker')) party (user_id, side)
WHERE c.completed_at IS NOT NULL OR c.cancelled_at IS NOT NULL;
