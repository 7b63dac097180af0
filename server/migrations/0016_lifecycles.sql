-- What the lifecycles of quotes, jobs and milestones need beyond their first landing.

-- Why its worker took a quote back, when it was last edited, and when its poster was reminded of it.
ALTER TABLE quote
  ADD COLUMN cancel_comment text NOT NULL DEFAULT '',
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN reminded_at timestamptz;
-- What lapses, and what is reminded of, oldest first.
CREATE INDEX quote_waiting ON quote (created_at) WHERE state = 'submitted';
CREATE INDEX quote_unreminded ON quote (created_at) WHERE state = 'submitted' AND reminded_at IS NULL;

-- When the poster was reminded that the money is about to be released.
ALTER TABLE milestone ADD COLUMN reminded_at timestamptz;
CREATE INDEX milestone_awaiting_answer ON milestone (payment_requested_at)
  WHERE work_state = 'payment_requested' AND fund_state IN ('funded', 'accepted') AND NOT on_hold;

ALTER TABLE contract ADD COLUMN cancelled_at timestamptz;

-- A poster's wish to cancel an awarded job of which a good part is accepted: the worker agrees or not.
CREATE TABLE cancellation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES contract (job_id),
  comment text NOT NULL,
  state text NOT NULL CHECK (state IN ('asked', 'agreed', 'declined', 'overtaken')),
  asked_at timestamptz NOT NULL,
  answered_at timestamptz
);
CREATE UNIQUE INDEX cancellation_one_asked ON cancellation (job_id) WHERE state = 'asked';
CREATE INDEX cancellation_job ON cancellation (job_id, id DESC);

-- How often the provider was asked to send the money: each try is a refund of its own there, and only one may succeed.
ALTER TABLE refund ADD COLUMN tries integer NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX refund_milestone ON refund (milestone_id) WHERE reason = 'cancelled';

-- Each side of a job rates the other once. In the steps of the widget: 20 to 100, twenty to a star.
CREATE TABLE rating (
  job_id bigint NOT NULL REFERENCES contract (job_id),
  by_user_id bigint NOT NULL REFERENCES user_account (id),
  about_user_id bigint NOT NULL REFERENCES user_account (id),
  points smallint NOT NULL CHECK (points BETWEEN 20 AND 100),
  comment text NOT NULL DEFAULT '',
  rated_at timestamptz NOT NULL,
  PRIMARY KEY (job_id, by_user_id),
  CHECK (by_user_id <> about_user_id)
);
CREATE INDEX rating_about ON rating (about_user_id, rated_at DESC);
-- Stars in twentieths: a sum of whole ones could not hold four and a half.
ALTER TABLE user_account ALTER COLUMN rating_sum TYPE double precision;
