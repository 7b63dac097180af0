-- FWS may ask an author to change something, which is hidden until then.

ALTER TABLE report_case DROP CONSTRAINT report_case_decision_check;
ALTER TABLE report_case ADD CONSTRAINT report_case_decision_check
  CHECK (decision IN ('take_down', 'suspend', 'ask_change', 'leave')) NOT VALID;
ALTER TABLE report_case DROP CONSTRAINT report_case_check2;
ALTER TABLE report_case ADD CONSTRAINT report_case_check2
  CHECK (appealed_at IS NULL OR decision IN ('take_down', 'suspend', 'ask_change')) NOT VALID;
ALTER TABLE report_case ADD COLUMN change_state text;
ALTER TABLE report_case ADD CONSTRAINT report_case_change_state_check CHECK (
  change_state IN ('asked', 'waiting', 'shown', 'ended')
  AND (change_state IS NULL OR decision IS NOT DISTINCT FROM 'ask_change')) NOT VALID;
ALTER TABLE report_case ADD COLUMN changed_at timestamptz;
COMMENT ON COLUMN report_case.change_state IS
  'Of what its author was asked to change. waiting: it is changed and waits for a look in a case of its own; shown: it is '
  'shown again; ended: FWS has decided anew, or an appeal has put it back';
COMMENT ON COLUMN report_case.changed_at IS 'When its author had changed it as asked';
COMMENT ON COLUMN report_case.waits_until IS
  'A first post that looks like a known fraud, or what was changed because FWS asked, is shown at this time if nobody has '
  'decided; null: it was reported';

ALTER TABLE job DROP CONSTRAINT job_held_back_check;
ALTER TABLE job ADD CONSTRAINT job_held_back_check CHECK (
  held_back IS NULL OR (held_back IN ('taken_down', 'change_asked', 'waiting') AND state = 'withheld')) NOT VALID;
ALTER TABLE quote DROP CONSTRAINT quote_held_back_check;
ALTER TABLE quote ADD CONSTRAINT quote_held_back_check
  CHECK (held_back IN ('taken_down', 'change_asked', 'waiting')) NOT VALID;
ALTER TABLE profile ADD COLUMN held_back text;
ALTER TABLE profile ADD CONSTRAINT profile_held_back_check CHECK (
  held_back IS NULL OR (held_back IN ('change_asked', 'waiting') AND taken_down_at IS NOT NULL)) NOT VALID;
COMMENT ON COLUMN profile.held_back IS
  'It is taken down until its owner has changed it, or until a person has looked at the change; null: for good, or not';
