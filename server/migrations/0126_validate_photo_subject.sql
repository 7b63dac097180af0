ALTER TABLE photo VALIDATE CONSTRAINT photo_subject_check;
