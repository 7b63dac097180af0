-- What others than the poster of a job read before award: its texts without contact data.

ALTER TABLE job ADD COLUMN masked jsonb, ADD COLUMN filter_version smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN job.masked IS
  '{title, description, skills} without contact data, for all but the poster and the awarded worker. Null: nothing is hidden';
COMMENT ON COLUMN job.filter_version IS
  'The version of the contact filter that made masked. 0: none, so it is masked when it is read';
