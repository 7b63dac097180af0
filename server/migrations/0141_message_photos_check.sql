-- What 0140 allows is checked for what was there before, without keeping anybody waiting.

ALTER TABLE message VALIDATE CONSTRAINT message_text_check;
ALTER TABLE photo VALIDATE CONSTRAINT photo_subject_check;
ALTER TABLE photo VALIDATE CONSTRAINT photo_taken_from_check;
