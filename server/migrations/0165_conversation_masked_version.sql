ALTER TABLE conversation ADD COLUMN masked_version smallint NOT NULL DEFAULT 0;

COMMENT ON COLUMN conversation.masked_version IS
  'All its messages were masked by this version of the contact filter, or by a later one';
