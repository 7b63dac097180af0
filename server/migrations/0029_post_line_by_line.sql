-- ledger.post() asks for one account at a time, by its code. Before, it joined them all, and a session that had planned
-- the join while there were few accounts read every account there is, at every post, until the statistics changed.

CREATE OR REPLACE FUNCTION ledger.post(
  p_kind text,
  p_key text,
  p_hash text,
  p_entries jsonb, -- [{"account": code, "amount": paise}], each guarded account at most once
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
  v_account ledger.account;
  v_opened bigint[] := '{}';
  v_reverses bigint;
BEGIN
  -- Missing accounts are opened and the others locked in the order of their codes: two posts over the same accounts
  -- queue, never deadlock.
  FOR v_line IN
    SELECT e.account, e.amount FROM jsonb_to_recordset(p_entries) AS e (account text, amount bigint)
    ORDER BY e.account
  LOOP
    IF v_account.code = v_line.account THEN
      RAISE EXCEPTION 'ledger post % names % twice', p_key, v_line.account USING ERRCODE = 'FW003';
    END IF;
    SELECT * INTO v_account FROM ledger.account WHERE code = v_line.account AND NOT hot FOR NO KEY UPDATE;
    IF NOT FOUND AND v_line.account ~ '^(escrow|wallet|withdrawal|refund|unapplied):[0-9A-Za-z_-]{1,64}$' THEN
      INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
      VALUES (v_line.account, 'liability', true, false, 0, 0)
      ON CONFLICT (code) DO NOTHING RETURNING * INTO v_account;
      IF FOUND THEN
        v_opened := v_opened || v_account.id;
      ELSE
        -- Another post opened it meanwhile.
        SELECT * INTO v_account FROM ledger.account WHERE code = v_line.account FOR NO KEY UPDATE;
      END IF;
    END IF;
    IF v_account.guarded AND v_account.balance + v_line.amount * v_account.normal_side < 0 THEN
      DELETE FROM ledger.account WHERE id = ANY (v_opened);
      -- The money may be gone because this very post went through before.
      SELECT p.status, p.txn_id INTO status, txn_id FROM ledger.earlier_post(p_key, p_hash) p;
      status := coalesce(status, 'insufficient');
      RETURN;
    END IF;
  END LOOP;

  IF p_reverses_key IS NOT NULL THEN
    SELECT id INTO v_reverses FROM ledger.txn WHERE idempotency_key = p_reverses_key;
    IF v_reverses IS NULL THEN
      RAISE EXCEPTION 'ledger key % was never posted, so % cannot reverse it', p_reverses_key, p_key
        USING ERRCODE = 'FW003';
    END IF;
  END IF;

  INSERT INTO ledger.txn AS t (
    kind, idempotency_key, request_hash, reverses, event_time,
    job_id, milestone_id, order_id, payment_id, refund_id, withdrawal_id, dispute_id, user_id
  )
  SELECT p_kind, p_key, p_hash, v_reverses, p_event_time, r.*
  FROM jsonb_to_record(p_refs) AS r (
    job_id bigint, milestone_id bigint, order_id text, payment_id text,
    refund_id text, withdrawal_id bigint, dispute_id bigint, user_id bigint
  )
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING t.id INTO txn_id;

  IF txn_id IS NULL THEN
    DELETE FROM ledger.account WHERE id = ANY (v_opened);
    SELECT p.status, p.txn_id INTO status, txn_id FROM ledger.earlier_post(p_key, p_hash) p;
    RETURN;
  END IF;

  FOR v_line IN
    SELECT e.account, e.amount, e.seq
    FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (account text, amount bigint))
      WITH ORDINALITY AS e (account, amount, seq)
  LOOP
    UPDATE ledger.account SET balance = balance + v_line.amount * normal_side, version = version + 1
    WHERE code = v_line.account AND NOT hot RETURNING * INTO v_account;
    IF NOT FOUND THEN
      SELECT * INTO v_account FROM ledger.account WHERE code = v_line.account;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'ledger post % names an unknown account', p_key USING ERRCODE = 'FW003';
      END IF;
    END IF;
    INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
    VALUES (post.txn_id, v_line.seq, v_account.id, v_line.amount, v_account.balance, v_account.version);
  END LOOP;
  status := 'posted';
END $$;
