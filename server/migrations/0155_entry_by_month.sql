-- ledger.entry becomes a table of months. The old table is its first partition as it is, with its keys and indexes: nothing
-- is copied or checked, because 0153 validated that each of its rows has the month -infinity. Postings wait for a moment.
--
-- Keys belong to each partition, not to the table: a key of the whole would have to contain the month. What makes entries
-- unique is decided elsewhere: a transaction is written once by its key in ledger.txn, and an account's versions are
-- counted under the account's lock.

-- The foreign keys take their locks in the order of a posting: account, transaction, entry.
CREATE TABLE ledger.entry_by_month (
  txn_id bigint NOT NULL,
  seq smallint NOT NULL CONSTRAINT entry_seq_check CHECK (seq >= 1),
  account_id bigint NOT NULL,
  amount bigint NOT NULL CONSTRAINT entry_amount_check CHECK (amount <> 0),
  -- Both null on hot accounts.
  balance_after bigint,
  account_version bigint,
  -- The default is for a posting that began with the function of before.
  month date NOT NULL DEFAULT '-infinity',
  CONSTRAINT entry_running_balance CHECK ((balance_after IS NULL) = (account_version IS NULL)),
  CONSTRAINT entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account,
  CONSTRAINT entry_txn_id_fkey FOREIGN KEY (txn_id) REFERENCES ledger.txn
) PARTITION BY RANGE (month);
REVOKE ALL ON ledger.entry_by_month FROM PUBLIC, fws_app;
GRANT SELECT ON ledger.entry_by_month TO fws_app;

-- replaced: the partitioned table takes the name, and reads and writes the same rows
ALTER TABLE ledger.entry RENAME TO entry_before;
ALTER TABLE ledger.entry_by_month RENAME TO entry;
-- The table has another trigger of this name now. On the way there is none, but no posting can see that.
DROP TRIGGER balanced ON ledger.entry_before;

DO $$
DECLARE
  v_month date := date_trunc('month', clock_timestamp() AT TIME ZONE 'Asia/Kolkata');
BEGIN
  EXECUTE format('ALTER TABLE ledger.entry ATTACH PARTITION ledger.entry_before FOR VALUES FROM (MINVALUE) TO (%L)', v_month);
  INSERT INTO monthly_table (name, key, guard) VALUES ('ledger.entry', 'month', 'ledger.refuse_change');
  INSERT INTO month_partition (table_name, partition, starts, ends)
  VALUES ('ledger.entry', 'entry_before', '-infinity', v_month);
END $$;
ALTER TABLE ledger.entry_before DROP CONSTRAINT entry_before_months;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entry
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- A posting writes its entries by one statement, which is checked by itself: nothing has to be looked up in partitions. A
-- line added to an older transaction does not balance either. Of a transaction without entries, the trigger of
-- ledger.txn knows.
CREATE FUNCTION ledger.require_balanced_entries() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_txn bigint;
BEGIN
  SELECT txn_id INTO v_txn FROM new_entry GROUP BY txn_id HAVING count(*) < 2 OR sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', v_txn USING ERRCODE = 'FW002';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER balanced AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS new_entry
FOR EACH STATEMENT EXECUTE FUNCTION ledger.require_balanced_entries();

-- Reads the partition of the transaction alone.
CREATE OR REPLACE FUNCTION ledger.require_balanced() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.entry WHERE txn_id = NEW.id AND month = NEW.month) THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.id USING ERRCODE = 'FW002';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION ledger.require_balanced_entries FROM PUBLIC, fws_app;

SELECT create_partition('ledger.entry', 'entry_other', NULL, NULL);
SELECT open_months('ledger.entry', 6);

-- Views keep the table that they were made for, so they are made again.
CREATE OR REPLACE VIEW ledger.balance AS
SELECT a.id AS account_id, a.code, a.class,
  CASE WHEN a.hot
    THEN a.normal_side * (
      coalesce((SELECT b.amount FROM ledger.sealed_balance b WHERE b.account = a.code ORDER BY b.day DESC LIMIT 1), 0)
      + coalesce((SELECT sum(e.amount) FROM ledger.entry e
        WHERE e.account_id = a.id AND e.account_version IS NULL AND e.txn_id > coalesce(
          (SELECT s.last_txn FROM ledger.day_seal s WHERE s.last_txn IS NOT NULL ORDER BY s.day DESC LIMIT 1), 0)), 0)
    )::bigint
    ELSE a.balance
  END AS balance
FROM ledger.account a;

CREATE OR REPLACE VIEW ledger.sealed_line AS
SELECT (t.posted_at AT TIME ZONE 'Asia/Kolkata')::date AS day, t.posted_at, e.txn_id, e.seq,
  jsonb_build_array(
    t.id, e.seq, a.code, e.amount, e.balance_after, e.account_version, t.kind, t.idempotency_key, t.request_hash,
    t.reverses, t.job_id, t.milestone_id, t.order_id, t.payment_id, t.refund_id, t.withdrawal_id, t.dispute_id,
    t.user_id, extract(epoch FROM t.event_time), extract(epoch FROM t.posted_at)
  )::text AS line
FROM ledger.txn t
JOIN ledger.entry e ON e.txn_id = t.id AND e.month = t.month
JOIN ledger.account a ON a.id = e.account_id;

-- Writes the month.
CREATE OR REPLACE FUNCTION ledger.post(
  p_kind text,
  p_key text,
  p_hash text,
  p_entries jsonb, -- [{"account": code, "amount": paise}], each account at most once
  p_refs jsonb,
  p_event_time timestamptz,
  p_reverses_key text DEFAULT NULL,
  OUT status text,
  OUT txn_id bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- What is looked up has a unique key, however few rows there are.
SET enable_seqscan = off
AS $$
DECLARE
  v_line record;
  v_previous text;
  v_account ledger.account;
  v_is_sufficient boolean := true;
  v_opened bigint[] := '{}';
  -- The lines as they become entries, in the order of p_entries.
  v_ids bigint[] := '{}';
  v_amounts bigint[] := '{}';
  v_balances bigint[] := '{}';
  v_versions bigint[] := '{}';
  v_reverses bigint;
  v_posted_at timestamptz;
  v_month date;
BEGIN
  -- In the order of their codes: two posts over the same accounts queue, never deadlock.
  FOR v_line IN
    SELECT e.account, e.amount, e.seq
    FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (account text, amount bigint))
      WITH ORDINALITY AS e (account, amount, seq)
    ORDER BY e.account
  LOOP
    IF v_previous = v_line.account THEN
      RAISE EXCEPTION 'ledger post % names % twice', p_key, v_line.account USING ERRCODE = 'FW003';
    END IF;
    v_previous := v_line.account;
    LOOP
      UPDATE ledger.account SET balance = balance + v_line.amount * normal_side, version = version + 1
      WHERE code = v_line.account AND NOT hot AND (NOT guarded OR balance + v_line.amount * normal_side >= 0)
      RETURNING * INTO v_account;
      EXIT WHEN FOUND;
      SELECT * INTO v_account FROM ledger.account WHERE code = v_line.account;
      IF FOUND THEN
        v_is_sufficient := v_account.hot;
        EXIT;
      ELSIF v_line.account !~ '^(escrow|wallet|withdrawal|refund|unapplied):[0-9A-Za-z_-]{1,64}$' THEN
        RAISE EXCEPTION 'ledger post % names an unknown account', p_key USING ERRCODE = 'FW003';
      END IF;
      v_is_sufficient := v_line.amount <= 0;
      EXIT WHEN NOT v_is_sufficient;
      INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
      VALUES (v_line.account, 'liability', true, false, -v_line.amount, 1)
      ON CONFLICT (code) DO NOTHING RETURNING * INTO v_account;
      IF FOUND THEN
        v_opened := v_opened || v_account.id;
        EXIT;
      END IF;
      -- Another post opened it meanwhile: change it.
    END LOOP;
    EXIT WHEN NOT v_is_sufficient;
    v_ids[v_line.seq] := v_account.id;
    v_amounts[v_line.seq] := v_line.amount;
    v_balances[v_line.seq] := v_account.balance;
    v_versions[v_line.seq] := v_account.version;
  END LOOP;

  IF v_is_sufficient AND p_reverses_key IS NOT NULL THEN
    SELECT id INTO v_reverses FROM ledger.txn WHERE idempotency_key = p_reverses_key;
    IF v_reverses IS NULL THEN
      RAISE EXCEPTION 'ledger key % was never posted, so % cannot reverse it', p_reverses_key, p_key
        USING ERRCODE = 'FW003';
    END IF;
  END IF;

  IF v_is_sufficient THEN
    v_posted_at := clock_timestamp();
    v_month := date_trunc('month', v_posted_at AT TIME ZONE 'Asia/Kolkata');
    INSERT INTO ledger.txn AS t (
      month, posted_at, kind, idempotency_key, request_hash, reverses, event_time,
      job_id, milestone_id, order_id, payment_id,
      refund_id, withdrawal_id, dispute_id, user_id
    ) VALUES (
      v_month, v_posted_at, p_kind, p_key, p_hash, v_reverses, p_event_time,
      (p_refs->>'job_id')::bigint, (p_refs->>'milestone_id')::bigint, p_refs->>'order_id', p_refs->>'payment_id',
      p_refs->>'refund_id', (p_refs->>'withdrawal_id')::bigint, (p_refs->>'dispute_id')::bigint,
      (p_refs->>'user_id')::bigint
    )
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING t.id INTO txn_id;
  END IF;

  IF txn_id IS NULL THEN
    DELETE FROM ledger.account WHERE id = ANY (v_opened);
    FOR v_line IN SELECT c.id, c.amount FROM unnest(v_ids, v_amounts) AS c (id, amount) LOOP
      UPDATE ledger.account SET balance = balance - v_line.amount * normal_side, version = version - 1
      WHERE id = v_line.id AND NOT hot;
    END LOOP;
    -- The money may be gone because this very post went through before.
    SELECT p.status, p.txn_id INTO status, txn_id FROM ledger.earlier_post(p_key, p_hash) p;
    status := coalesce(status, 'insufficient');
    RETURN;
  END IF;

  INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version, month)
  SELECT post.txn_id, line.seq, line.id, line.amount, line.balance, line.version, v_month
  FROM unnest(v_ids, v_amounts, v_balances, v_versions) WITH ORDINALITY AS line (id, amount, balance, version, seq);
  status := 'posted';
END $$;
