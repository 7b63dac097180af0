-- The writer may change a message or take it back for a few minutes. What it said before stays for disputes and reports.

ALTER TABLE message ADD COLUMN edited_at timestamptz;
ALTER TABLE message ADD COLUMN taken_back_at timestamptz;
COMMENT ON COLUMN message.edited_at IS 'When its writer changed it last; null: never';
COMMENT ON COLUMN message.taken_back_at IS 'Its writer has taken it back: neither side reads it any more; null: it was not';

CREATE TABLE message_version (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  number integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  text text NOT NULL CHECK (length(text) <= 2000),
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (job_id, worker_id, number, id),
  FOREIGN KEY (job_id, worker_id, number) REFERENCES message
);
COMMENT ON TABLE message_version IS 'What a message said before its writer changed it. Rows are never deleted';
