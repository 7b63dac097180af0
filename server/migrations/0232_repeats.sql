-- A poster and a worker repeat a job on dates. Each date becomes a job of its own, eight days before.

CREATE TABLE repeat_series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id bigint NOT NULL,
  poster_id bigint NOT NULL REFERENCES user_account,
  worker_id bigint NOT NULL REFERENCES user_account,
  rule text NOT NULL CHECK (length(rule) BETWEEN 1 AND 200),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'running', 'ended', 'declined', 'lapsed')),
  proposed_at timestamptz(3) NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT repeat_series_sides CHECK (poster_id <> worker_id)
);
-- One series at a time for each job.
CREATE UNIQUE INDEX repeat_series_live ON repeat_series (job_id) WHERE state IN ('proposed', 'running');
CREATE INDEX repeat_series_job ON repeat_series (job_id, id DESC);
CREATE INDEX repeat_series_poster ON repeat_series (poster_id, id DESC);
CREATE INDEX repeat_series_worker ON repeat_series (worker_id, id DESC);
CREATE INDEX repeat_series_asked ON repeat_series (worker_id, id DESC) WHERE state = 'proposed';
CREATE INDEX repeat_series_proposed ON repeat_series (proposed_at) WHERE state = 'proposed';
CREATE INDEX repeat_series_running ON repeat_series (id) WHERE state = 'running';
COMMENT ON TABLE repeat_series IS 'A job that its poster and worker repeat on dates';
COMMENT ON COLUMN repeat_series.job_id IS 'The job that is repeated, with its texts, parts and amount';
COMMENT ON COLUMN repeat_series.rule IS 'The recurrence rule of RFC 5545 that the dates were made from';
COMMENT ON COLUMN repeat_series.changed_at IS 'When its state last changed';

CREATE TABLE repeat_date (
  series_id bigint NOT NULL REFERENCES repeat_series,
  day date NOT NULL,
  state text NOT NULL DEFAULT 'coming' CHECK (state IN ('coming', 'set', 'skipped')),
  job_id bigint,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (series_id, day),
  CONSTRAINT repeat_date_job CHECK ((state = 'coming') <= (job_id IS NULL) AND (state = 'set') <= (job_id IS NOT NULL))
);
CREATE UNIQUE INDEX repeat_date_job_id ON repeat_date (job_id);
CREATE INDEX repeat_date_coming ON repeat_date (day, series_id) WHERE state = 'coming';
CREATE INDEX repeat_date_set ON repeat_date (day, series_id) WHERE state = 'set';
COMMENT ON TABLE repeat_date IS 'A date of a series, in India';
COMMENT ON COLUMN repeat_date.job_id IS 'The job of this date, from eight days before on';
COMMENT ON COLUMN repeat_date.changed_at IS 'When its state last changed';
