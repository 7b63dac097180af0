-- Both sides of a job review each other. Neither sees the other's before both are given or the time is over.

-- What was there before is open: its side has seen it, and it is in the averages.
ALTER TABLE rating ADD COLUMN state text NOT NULL DEFAULT 'open';
ALTER TABLE rating ADD COLUMN opened_at timestamptz(3);
ALTER TABLE rating ADD COLUMN quality smallint;
ALTER TABLE rating ADD COLUMN on_time smallint;
ALTER TABLE rating ADD COLUMN as_agreed smallint;
ALTER TABLE rating ADD COLUMN manner smallint;
ALTER TABLE rating ADD COLUMN reply text NOT NULL DEFAULT '';
ALTER TABLE rating ADD COLUMN replied_at timestamptz(3);
ALTER TABLE rating ADD COLUMN masked jsonb;
ALTER TABLE rating ADD COLUMN filter_version smallint NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN attachment_id bigint;
CREATE SEQUENCE review_attachment_number;
ALTER TABLE rating ADD CONSTRAINT rating_state_check
  CHECK (state IN ('sealed', 'open', 'answered') AND (state = 'sealed') <= (opened_at IS NULL)) NOT VALID;
ALTER TABLE rating ADD CONSTRAINT rating_reply_check
  CHECK ((state = 'answered') = (reply <> '') AND (state = 'answered') = (replied_at IS NOT NULL)) NOT VALID;
ALTER TABLE rating ADD CONSTRAINT rating_parts_check CHECK (
  coalesce(quality, 1) BETWEEN 1 AND 5 AND coalesce(on_time, 1) BETWEEN 1 AND 5
  AND coalesce(as_agreed, 1) BETWEEN 1 AND 5 AND coalesce(manner, 1) BETWEEN 1 AND 5) NOT VALID;
COMMENT ON TABLE rating IS 'Reviews: each side of a job rates the other once, with words and photos';
COMMENT ON COLUMN rating.state IS
  'sealed: nobody but its writer sees it, and it counts nowhere; open: everybody may; answered: with a reply';
COMMENT ON COLUMN rating.opened_at IS 'When it opened. Null: sealed, or given before reviews were sealed';
COMMENT ON COLUMN rating.quality IS '1 to 5; null: not given, as on_time, as_agreed and manner';
COMMENT ON COLUMN rating.reply IS 'The answer of the one it is about; empty: none';
COMMENT ON COLUMN rating.masked IS 'comment and reply without contact data; null: they have none';
COMMENT ON COLUMN rating.filter_version IS 'The version of the contact filter that masked it; 0: none yet';
COMMENT ON COLUMN rating.attachment_id IS 'By which its photos name it (photo.subject_id); null: it has none';

CREATE TABLE review_period (
  job_id bigint PRIMARY KEY REFERENCES contract (job_id),
  poster_id bigint NOT NULL REFERENCES user_account (id),
  worker_id bigint NOT NULL REFERENCES user_account (id),
  due_at timestamptz(3) NOT NULL,
  reminded_at timestamptz(3),
  closed_at timestamptz(3)
);
COMMENT ON TABLE review_period IS 'The time after the end of a job in which both sides may review each other';
COMMENT ON COLUMN review_period.due_at IS 'What is sealed opens then';
COMMENT ON COLUMN review_period.reminded_at IS 'When those who had not reviewed were reminded';
COMMENT ON COLUMN review_period.closed_at IS 'When both had reviewed, or the time was over';
CREATE INDEX review_period_due ON review_period (due_at, job_id) WHERE closed_at IS NULL;
CREATE INDEX review_period_remind ON review_period (due_at, job_id) WHERE closed_at IS NULL AND reminded_at IS NULL;
CREATE INDEX review_period_poster ON review_period (poster_id, due_at) WHERE closed_at IS NULL;
CREATE INDEX review_period_worker ON review_period (worker_id, due_at) WHERE closed_at IS NULL;
CREATE INDEX review_period_closed ON review_period (closed_at) WHERE closed_at IS NOT NULL;

-- Jobs that have just ended.
INSERT INTO review_period (job_id, poster_id, worker_id, due_at)
SELECT job_id, poster_id, worker_id, coalesce(completed_at, cancelled_at) + interval '14 days' FROM contract
WHERE coalesce(completed_at, cancelled_at) > now() - interval '14 days'
  AND (completed_at IS NOT NULL OR EXISTS (
    SELECT FROM milestone WHERE milestone.job_id = contract.job_id AND work_state <> 'not_started'))
  AND (SELECT count(*) FROM rating WHERE rating.job_id = contract.job_id) < 2;

ALTER TABLE photo DROP CONSTRAINT photo_subject_check;
ALTER TABLE photo ADD CONSTRAINT photo_subject_check
  CHECK (subject IN ('job', 'quote', 'completion', 'portfolio', 'message', 'review', 'taken_down')) NOT VALID;
ALTER TABLE photo DROP CONSTRAINT photo_taken_from_check;
ALTER TABLE photo ADD CONSTRAINT photo_taken_from_check CHECK (
  (taken_from IS NOT NULL) = (subject IS NOT DISTINCT FROM 'taken_down')
  AND taken_from IN ('job', 'quote', 'completion', 'portfolio', 'message', 'review')) NOT VALID;
COMMENT ON COLUMN photo.subject_id IS
  'A job, a quote, a milestone_completion, a user, message.attachment_id, or rating.attachment_id';
