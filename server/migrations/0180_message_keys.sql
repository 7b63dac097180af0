-- Messages become a table of months (docs/decisions/0068-months.md), where no key can say whether a message was sent
-- before. This table says it.

CREATE TABLE message_key (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  sender_id bigint NOT NULL,
  client_id text NOT NULL,
  number integer NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (job_id, worker_id, sender_id, client_id)
);
CREATE INDEX message_key_age ON message_key (sent_at);
COMMENT ON TABLE message_key IS
  'Which messages were sent, once however often a client sends them: uniqueness never depends on a partitioned table. '
  'Rows are deleted when no client sends the message again';
COMMENT ON COLUMN message_key.number IS 'Of the message';
COMMENT ON COLUMN message_key.sent_at IS 'As in the message: it decides its month';

-- No release has messages without keys: these are those of development.
INSERT INTO message_key (job_id, worker_id, sender_id, client_id, number, sent_at)
SELECT job_id, worker_id, sender_id, client_id, number, sent_at FROM message;

-- What is there becomes the first partition. It also holds this month and the next, because a process whose clock is
-- ahead may write.
DO $$
DECLARE
  v_ends date := date_trunc('month', clock_timestamp() AT TIME ZONE 'Asia/Kolkata') + interval '2 months';
BEGIN
  EXECUTE format('ALTER TABLE message ADD CONSTRAINT first_month CHECK (sent_at < %s) NOT VALID',
    month_bound('message', 'sent_at', v_ends));
  EXECUTE format('ALTER TABLE message_version ADD CONSTRAINT first_month CHECK (replaced_at < %s) NOT VALID',
    month_bound('message_version', 'replaced_at', v_ends));
  EXECUTE format('COMMENT ON CONSTRAINT first_month ON message IS %L', v_ends);
  EXECUTE format('COMMENT ON CONSTRAINT first_month ON message_version IS %L', v_ends);
END $$;
