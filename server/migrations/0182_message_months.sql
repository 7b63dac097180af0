-- Messages, and what they said before, become tables of months: the filled table is the first partition of a new one.

-- First, because whoever writes a message has locked its conversation.
ALTER TABLE conversation ADD COLUMN started_at timestamptz NOT NULL DEFAULT '2026-11-01 00:00+05:30';
COMMENT ON COLUMN conversation.started_at IS
  'No message is older; none is newer than last_at. The two name the months to read. The default is before the first '
  'message of all';
COMMENT ON COLUMN conversation.last_at IS 'When its newest message was sent';

-- Attaching a month locks the conversations too, to which messages refer.
CREATE OR REPLACE FUNCTION lock_for_partitions(p_table text, p_drops boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_table = 'ledger.entry' AND p_drops THEN
    LOCK TABLE ledger.account, ledger.txn IN ACCESS EXCLUSIVE MODE;
  ELSIF p_table = 'ledger.entry' THEN
    LOCK TABLE ledger.account, ledger.txn IN SHARE ROW EXCLUSIVE MODE;
  ELSIF p_table = 'public.message' AND p_drops THEN
    LOCK TABLE public.conversation IN ACCESS EXCLUSIVE MODE;
  ELSIF p_table = 'public.message' THEN
    LOCK TABLE public.conversation IN SHARE ROW EXCLUSIVE MODE;
  END IF;
END $$;

-- replaced: message_key
ALTER TABLE message DROP CONSTRAINT message_job_id_worker_id_sender_id_client_id_key;

-- A month that leaves takes its messages along, and no foreign key can lead to a key of partitions. A question, an answer
-- and a former version are written in the transaction that locked their conversation and wrote or read their message,
-- and messages are deleted with their month only.
-- replaced: the lock of the conversation
ALTER TABLE message_version DROP CONSTRAINT message_version_job_id_worker_id_number_fkey;
-- replaced: the lock of the conversation
ALTER TABLE job_question
  DROP CONSTRAINT job_question_job_id_worker_id_number_fkey,
  DROP CONSTRAINT job_question_job_id_worker_id_answer_number_fkey;

-- replaced: the partitioned table below
ALTER TABLE message RENAME TO message_before;
CREATE TABLE message (LIKE message_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING COMMENTS)
  PARTITION BY RANGE (sent_at);
ALTER TABLE message DROP CONSTRAINT first_month;
ALTER TABLE message ADD CONSTRAINT message_job_id_worker_id_fkey FOREIGN KEY (job_id, worker_id) REFERENCES conversation;
ALTER TABLE message ADD CONSTRAINT message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES user_account;
COMMENT ON TABLE message IS
  'What one side of a conversation wrote to the other. Rows leave with their month only. Partitioned by month';
COMMENT ON COLUMN message.client_id IS
  'Chosen by the client, so that a message that is sent again is stored once (message_key)';
COMMENT ON COLUMN message.sent_at IS
  'When it was sent, but never before the message with the number before it: so months follow each other as numbers do';

-- Partitions may not have identity columns.
CREATE SEQUENCE message_version_number;
SELECT setval('message_version_number', coalesce(max(id), 0) + 1, false) FROM message_version;
ALTER TABLE message_version ALTER COLUMN id DROP IDENTITY;
ALTER TABLE message_version ALTER COLUMN id SET DEFAULT nextval('message_version_number');
-- replaced: the partitioned table below
ALTER TABLE message_version RENAME TO message_version_before;
CREATE TABLE message_version (LIKE message_version_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
  PARTITION BY RANGE (replaced_at);
ALTER TABLE message_version DROP CONSTRAINT first_month;
COMMENT ON TABLE message_version IS
  'What a message said before its writer changed it, within minutes: so it leaves with its month, or with the next one. '
  'Partitioned by month';

INSERT INTO monthly_table (name, key, guard) VALUES
  ('public.message', 'sent_at', NULL),
  ('public.message_version', 'replaced_at', NULL);

DO $$
DECLARE
  v_name text;
  v_ends date;
BEGIN
  FOREACH v_name IN ARRAY ARRAY['message', 'message_version'] LOOP
    SELECT obj_description(oid) INTO STRICT v_ends FROM pg_constraint
    WHERE conrelid = (v_name || '_before')::regclass AND conname = 'first_month' AND convalidated;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', v_name, v_name || '_before',
      month_bound(v_name::regclass, (SELECT key FROM monthly_table WHERE name = 'public.' || v_name), v_ends));
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT first_month', v_name || '_before');
    INSERT INTO month_partition (table_name, partition, starts, ends)
    VALUES ('public.' || v_name, v_name || '_before', '-infinity', v_ends);
    PERFORM guard_partition('public.' || v_name, v_name || '_before');
    PERFORM create_partition('public.' || v_name, v_name || '_other', NULL, NULL);
    PERFORM open_months('public.' || v_name, 6);
  END LOOP;
END $$;
