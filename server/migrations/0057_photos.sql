-- Photos of jobs, quotes and completions, each in two sizes. They are uploaded before the form that names them.
CREATE TABLE photo (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- Made by the client for each photo, so that a repeated upload makes no second one.
  upload_key text NOT NULL,
  -- Unattached files are deleted after a day, and their photo with them.
  file_id uuid NOT NULL UNIQUE REFERENCES file (id) ON DELETE CASCADE,
  thumbnail_id uuid NOT NULL UNIQUE REFERENCES file (id) ON DELETE CASCADE,
  -- Of the large size, in pixels.
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  subject text CHECK (subject IN ('job', 'quote', 'completion')),
  subject_id bigint,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (owner_id, upload_key),
  CHECK ((subject IS NULL) = (subject_id IS NULL))
);
CREATE INDEX photo_subject ON photo (subject, subject_id, position) WHERE subject IS NOT NULL;
CREATE INDEX photo_unattached ON photo (owner_id) WHERE subject IS NULL;
