-- What others than the writer of a quote read before award: its texts without contact data.

ALTER TABLE quote ADD COLUMN masked jsonb, ADD COLUMN filter_version smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN quote.masked IS
  '{workScope, partNames} without contact data, for others than the worker before award. Null: nothing is hidden';
COMMENT ON COLUMN quote.filter_version IS
  'The version of the contact filter that made masked. 0: none, so it is masked when it is read';
