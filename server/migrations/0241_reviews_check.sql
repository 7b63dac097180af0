-- What 0240 allows is checked for what was there before, without keeping anybody waiting.

ALTER TABLE rating VALIDATE CONSTRAINT rating_state_check;
ALTER TABLE rating VALIDATE CONSTRAINT rating_reply_check;
ALTER TABLE rating VALIDATE CONSTRAINT rating_parts_check;
ALTER TABLE photo VALIDATE CONSTRAINT photo_subject_check;
ALTER TABLE photo VALIDATE CONSTRAINT photo_taken_from_check;
