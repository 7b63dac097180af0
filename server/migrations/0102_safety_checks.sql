ALTER TABLE job VALIDATE CONSTRAINT job_held_back_check;
ALTER TABLE quote VALIDATE CONSTRAINT quote_held_back_check;
ALTER TABLE profile VALIDATE CONSTRAINT profile_taken_photo_id_fkey;
ALTER TABLE photo VALIDATE CONSTRAINT photo_subject_check;
ALTER TABLE photo VALIDATE CONSTRAINT photo_taken_from_check;
ALTER TABLE rating VALIDATE CONSTRAINT rating_uncounted_reason_check;
