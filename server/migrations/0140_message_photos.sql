-- A message can have photos and a PDF, and then needs no text.

CREATE SEQUENCE message_attachment_number;
ALTER TABLE message ADD COLUMN attachment_id bigint;
COMMENT ON COLUMN message.attachment_id IS
  'By which its photos and its file name it (photo.subject_id, file.subject_id); null: it has none';
ALTER TABLE message DROP CONSTRAINT message_text_check;
ALTER TABLE message ADD CONSTRAINT message_text_check
  CHECK (length(text) <= 2000 AND (text <> '' OR attachment_id IS NOT NULL)) NOT VALID;

ALTER TABLE photo DROP CONSTRAINT photo_subject_check;
ALTER TABLE photo ADD CONSTRAINT photo_subject_check
  CHECK (subject IN ('job', 'quote', 'completion', 'portfolio', 'message', 'taken_down')) NOT VALID;
ALTER TABLE photo DROP CONSTRAINT photo_taken_from_check;
ALTER TABLE photo ADD CONSTRAINT photo_taken_from_check CHECK (
  (taken_from IS NOT NULL) = (subject IS NOT DISTINCT FROM 'taken_down')
  AND taken_from IN ('job', 'quote', 'completion', 'portfolio', 'message')) NOT VALID;
COMMENT ON COLUMN photo.subject_id IS 'A job, a quote, a milestone_completion, a user, or message.attachment_id';
