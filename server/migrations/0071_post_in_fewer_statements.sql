-- ledger.post() changes each account with one statement, which also checks that its balance suffices, and writes all
-- entries with one. Before, it locked every account first, and then changed each and wrote its entry. A refusal now has to
-- undo what it changed, but is rare.

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
    INSERT INTO ledger.txn AS t (
      kind, idempotency_key, request_hash, reverses, event_time,
      job_id, milestone_id, order_id, payment_id,
      refund_id, withdrawal_id, dispute_id, user_id
    ) VALUES (
      p_kind, p_key, p_hash, v_reverses, p_event_time,
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

  INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
  SELECT post.txn_id, line.seq, line.id, line.amount, line.balance, line.version
  FROM unnest(v_ids, v_amounts, v_balances, v_versions) WITH ORDINALITY AS line (id, amount, balance, version, seq);
  status := 'posted';
END $$;
