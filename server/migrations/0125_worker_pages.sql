-- A worker's page for everybody, only for those who want one, with the photos that they chose for it.
ALTER TABLE profile ADD COLUMN is_public boolean NOT NULL DEFAULT false;
-- contract: 0124
ALTER TABLE photo DROP CONSTRAINT photo_subject_check;
ALTER TABLE photo ADD CONSTRAINT photo_subject_check
  CHECK (subject IN ('job', 'quote', 'completion', 'portfolio')) NOT VALID;
