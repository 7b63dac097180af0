-- A message can be reported, and taken down.

ALTER TABLE message ADD COLUMN taken_down_at timestamptz;
COMMENT ON COLUMN message.taken_down_at IS 'FWS has taken it down: the other side does not read it any more; null: it has not';

ALTER TABLE report_case DROP CONSTRAINT report_case_subject_type_check;
ALTER TABLE report_case ADD CONSTRAINT report_case_subject_type_check
  CHECK (subject_type IN ('job', 'quote', 'user', 'photo', 'review', 'message')) NOT VALID;
COMMENT ON COLUMN report_case.subject_id IS
  'The id of the job, quote, user or photo, the public id of the review, or <job>-<worker>-<number> of the message';
