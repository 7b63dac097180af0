-- Reports, take-downs, appeals and blocks. What is taken down is hidden by the domain that owns it.

CREATE TABLE report_case (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_type text NOT NULL CHECK (subject_type IN ('job', 'quote', 'user', 'photo', 'review')),
  subject_id text NOT NULL,
  author_id bigint NOT NULL REFERENCES user_account,
  title text NOT NULL,
  snapshot jsonb NOT NULL,
  photo_ids text[] NOT NULL,
  kept_file_ids text[] NOT NULL DEFAULT '{}',
  harm smallint NOT NULL CHECK (harm BETWEEN 0 AND 3),
  reason text NOT NULL,
  opened_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  waits_until timestamptz,
  decision text CHECK (decision IN ('take_down', 'suspend', 'leave')),
  words text NOT NULL DEFAULT '',
  decided_by bigint REFERENCES user_account,
  decided_at timestamptz,
  appeal_text text NOT NULL DEFAULT '',
  appealed_at timestamptz,
  appeal_due_at timestamptz,
  appeal_decision text CHECK (appeal_decision IN ('put_back', 'stands')),
  appeal_words text NOT NULL DEFAULT '',
  appeal_decided_by bigint REFERENCES user_account,
  appeal_decided_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((appealed_at IS NULL) = (appeal_due_at IS NULL)),
  CHECK (appealed_at IS NULL OR decision IN ('take_down', 'suspend')),
  CHECK ((appeal_decision IS NULL) = (appeal_decided_at IS NULL)),
  CHECK (appeal_decided_by <> decided_by)
);
COMMENT ON TABLE report_case IS
  'Something that was reported, or that waits for a look before it is shown, and what FWS decided. One open case for '
  'each subject';
COMMENT ON COLUMN report_case.subject_id IS
  'The id of the job, quote, user or photo, or the public id of the review';
COMMENT ON COLUMN report_case.author_id IS 'Who wrote or uploaded it';
COMMENT ON COLUMN report_case.title IS 'How it is named to people: the title of the job, the name of the person';
COMMENT ON COLUMN report_case.snapshot IS 'Its texts as the first reporter saw them: [{name, text}]';
COMMENT ON COLUMN report_case.photo_ids IS 'Its photos as the first reporter saw them';
COMMENT ON COLUMN report_case.kept_file_ids IS
  'Copies of these photos, in their order, because the author may delete them; empty until they are made';
COMMENT ON COLUMN report_case.harm IS 'The worst of what was reported: 0 danger, 1 money, 2 private data, 3 honesty';
COMMENT ON COLUMN report_case.reason IS 'Of the worst report; once it is decided, the rule that the decision names';
COMMENT ON COLUMN report_case.due_at IS 'FWS decides by then: the earliest time that a report of it sets';
COMMENT ON COLUMN report_case.waits_until IS
  'A first post that looks like a known fraud is shown at this time if nobody has decided; null: it was reported';
COMMENT ON COLUMN report_case.decided_by IS 'Null where nobody decided before waits_until';
COMMENT ON COLUMN report_case.words IS 'To the author';
CREATE UNIQUE INDEX report_case_open ON report_case (subject_type, subject_id) WHERE decided_at IS NULL;
CREATE INDEX report_case_subject ON report_case (subject_type, subject_id, id DESC);
CREATE INDEX report_case_queue ON report_case (due_at, id) WHERE decided_at IS NULL;
CREATE INDEX report_case_waits ON report_case (waits_until, id) WHERE decided_at IS NULL AND waits_until IS NOT NULL;
CREATE INDEX report_case_appeals ON report_case (appeal_due_at, id)
  WHERE appealed_at IS NOT NULL AND appeal_decided_at IS NULL;
CREATE INDEX report_case_author ON report_case (author_id, decided_at DESC, id DESC)
  WHERE decision IN ('take_down', 'suspend');

CREATE TABLE report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES report_case,
  reporter_id bigint REFERENCES user_account,
  reply_to text NOT NULL DEFAULT '',
  locale text NOT NULL,
  reason text NOT NULL,
  details text NOT NULL,
  snapshot jsonb NOT NULL,
  reported_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  UNIQUE (case_id, reporter_id)
);
COMMENT ON TABLE report IS 'What one person reported';
COMMENT ON COLUMN report.reporter_id IS 'Null: a visitor';
COMMENT ON COLUMN report.reply_to IS 'The e-mail address at which a visitor wants the answer; empty: none';
COMMENT ON COLUMN report.locale IS 'The language in which the reporter read it';
COMMENT ON COLUMN report.snapshot IS 'Its texts as this reporter saw them: [{name, text}]';
COMMENT ON COLUMN report.due_at IS 'When FWS decides at the latest, as the reporter was told';
CREATE INDEX report_list ON report (reporter_id, reported_at DESC, id DESC) WHERE reporter_id IS NOT NULL;

CREATE TABLE user_block (
  user_id bigint NOT NULL REFERENCES user_account ON DELETE CASCADE,
  blocked_id bigint NOT NULL REFERENCES user_account ON DELETE CASCADE,
  blocked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, blocked_id),
  CHECK (user_id <> blocked_id)
);
COMMENT ON TABLE user_block IS 'Who has blocked whom. Each is hidden from the other, whoever blocked';
CREATE INDEX user_block_blocked ON user_block (blocked_id, user_id);
CREATE INDEX user_block_list ON user_block (user_id, blocked_at DESC, blocked_id DESC);

-- What FWS holds back is withheld, as what a suspended account offers is.
ALTER TABLE job ADD COLUMN held_back text;
ALTER TABLE job ADD CONSTRAINT job_held_back_check
  CHECK (held_back IS NULL OR (held_back IN ('taken_down', 'waiting') AND state = 'withheld')) NOT VALID;
COMMENT ON COLUMN job.held_back IS 'Why FWS withholds it; null: it does not, or its poster is suspended';
ALTER TABLE quote ADD COLUMN held_back text;
ALTER TABLE quote ADD CONSTRAINT quote_held_back_check CHECK (held_back IN ('taken_down', 'waiting')) NOT VALID;
COMMENT ON COLUMN quote.held_back IS 'Why FWS withholds it, or took it down before it ended; null: it did not';
COMMENT ON COLUMN job.state IS
  'withheld: its poster is suspended, or FWS holds it back; ending: it was cancelled after the award, and its '
  'milestones are being settled';
COMMENT ON COLUMN quote.state IS 'withheld: its worker is suspended, or FWS holds it back';

ALTER TABLE profile ADD COLUMN taken_down_at timestamptz;
ALTER TABLE profile ADD COLUMN taken_photo_id uuid;
ALTER TABLE profile ADD CONSTRAINT profile_taken_photo_id_fkey
  FOREIGN KEY (taken_photo_id) REFERENCES file NOT VALID;
COMMENT ON COLUMN profile.taken_photo_id IS 'The photo of the person that was taken down with it';
ALTER TABLE profile ADD COLUMN was_public boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN profile.was_public IS 'It had a public page when it was taken down';
COMMENT ON COLUMN profile.taken_down_at IS
  'FWS has taken its texts, photos and public page down. Others see the name and what FWS counts; null: it has not';

ALTER TABLE photo DROP CONSTRAINT photo_subject_check;
ALTER TABLE photo ADD CONSTRAINT photo_subject_check
  CHECK (subject IN ('job', 'quote', 'completion', 'portfolio', 'taken_down')) NOT VALID;
ALTER TABLE photo ADD COLUMN taken_from text;
ALTER TABLE photo ADD CONSTRAINT photo_taken_from_check CHECK (
  (taken_from IS NOT NULL) = (subject IS NOT DISTINCT FROM 'taken_down')
  AND taken_from IN ('job', 'quote', 'completion', 'portfolio')) NOT VALID;
COMMENT ON COLUMN photo.taken_from IS 'What FWS took it down from; null: it is not taken down';

-- Set apart from the column, so that the table is not rewritten. Reviews from before have none.
ALTER TABLE rating ADD COLUMN public_id uuid;
ALTER TABLE rating ALTER COLUMN public_id SET DEFAULT gen_random_uuid();
COMMENT ON COLUMN rating.public_id IS
  'Names the review on public pages, which tell neither its job nor its writer''s account';
ALTER TABLE rating DROP CONSTRAINT rating_uncounted_reason_check;
ALTER TABLE rating ADD CONSTRAINT rating_uncounted_reason_check
  CHECK (uncounted_reason IN ('linked', 'small', 'unpaid', 'taken_down')) NOT VALID;
COMMENT ON COLUMN rating.uncounted_reason IS
  'Why it is in no average: the accounts are linked, less than ₹100 was released, nothing was, or FWS took it down. '
  'Null: it counts in user_account.rating_sum and rating_count';
