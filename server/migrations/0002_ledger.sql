-- The ledger: double entry, append only, written by ledger.post() and nothing else.
--
-- Signs, here and nowhere else: an entry's amount is in paise, a debit positive and a credit negative, so every
-- transaction sums to zero. An account's balance is told from its normal side: balance = normal_side × sum(amount).
-- A wallet (a liability, normal side credit) that was credited 500 has an entry of -500 and a balance of 500.

CREATE SCHEMA ledger;

CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  class text NOT NULL CHECK (class IN ('asset', 'expense', 'liability', 'equity', 'income')),
  normal_side smallint NOT NULL GENERATED ALWAYS AS (CASE WHEN class IN ('asset', 'expense') THEN 1 ELSE -1 END) STORED,
  -- May never go below zero. Such accounts are locked while a transaction is posted to them.
  guarded boolean NOT NULL,
  -- A platform account that most transactions touch: its balance is summed when asked for, so nobody waits for its row.
  hot boolean NOT NULL,
  currency text NOT NULL DEFAULT 'INR' CHECK (currency = 'INR'),
  balance bigint,
  -- How many entries the account has.
  version bigint,
  opened_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_guarded_not_hot CHECK (NOT (guarded AND hot)),
  CONSTRAINT account_hot_stores_no_balance CHECK (hot = (balance IS NULL) AND hot = (version IS NULL)),
  CONSTRAINT account_guarded_never_negative CHECK (NOT guarded OR balance >= 0)
) WITH (fillfactor = 80);

CREATE TABLE ledger.txn (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  idempotency_key text NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  request_hash text NOT NULL,
  reverses bigint UNIQUE REFERENCES ledger.txn,
  job_id bigint,
  milestone_id bigint,
  order_id text,
  payment_id text,
  refund_id text,
  withdrawal_id bigint,
  dispute_id bigint,
  user_id bigint,
  event_time timestamptz NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX txn_milestone ON ledger.txn (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX txn_order ON ledger.txn (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE ledger.entry (
  txn_id bigint NOT NULL REFERENCES ledger.txn,
  seq smallint NOT NULL CHECK (seq >= 1),
  account_id bigint NOT NULL REFERENCES ledger.account,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- Both null on hot accounts.
  balance_after bigint,
  account_version bigint,
  PRIMARY KEY (txn_id, seq),
  CONSTRAINT entry_running_balance CHECK ((balance_after IS NULL) = (account_version IS NULL)),
  CONSTRAINT entry_account_version UNIQUE (account_id, account_version) INCLUDE (amount)
);

INSERT INTO ledger.account (code, class, guarded, hot)
SELECT code, class, false, true
FROM (VALUES
  ('provider_clearing', 'asset'),
  ('payout_float', 'asset'),
  ('bank', 'asset'),
  ('gst_input', 'asset'),
  ('chargeback_receivable', 'asset'),
  ('own_funds', 'equity'),
  ('fee_income', 'income'),
  ('charge_income', 'income'),
  ('fee_expense', 'expense'),
  ('gst_payable', 'liability'),
  ('tds_payable', 'liability')
) AS platform (code, class);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'FW001';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.txn
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entry
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE FUNCTION ledger.require_balanced() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_txn bigint;
BEGIN
  IF TG_TABLE_NAME = 'txn' THEN v_txn := NEW.id; ELSE v_txn := NEW.txn_id; END IF;
  IF (SELECT count(*) < 2 OR sum(amount) <> 0 FROM ledger.entry WHERE txn_id = v_txn) THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', v_txn USING ERRCODE = 'FW002';
  END IF;
  RETURN NULL;
END $$;

-- On txn for the one without entries, on entry for a line added to an older transaction.
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.txn DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION ledger.require_balanced();
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.entry DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION ledger.require_balanced();

-- What became of a key that is already taken; both null when it is free.
CREATE FUNCTION ledger.earlier_post(p_key text, p_hash text, OUT status text, OUT txn_id bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN request_hash = p_hash THEN 'replayed' ELSE 'key_conflict' END, id
  FROM ledger.txn WHERE idempotency_key = p_key
$$;

-- Posts one transaction inside the caller's. `status`:
--   posted        the entries stand; txn_id is the new transaction
--   replayed      this key was posted before with the same hash; txn_id is that one, nothing written
--   key_conflict  this key was posted before with another hash; nothing written
--   insufficient  a guarded account would go below zero; nothing written
-- Anything else that is wrong (unknown account, sum not zero, reversed key never posted) is a bug and raises.
CREATE FUNCTION ledger.post(
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
-- Every lookup is by a unique key. A session that planned them while the tables were still small would scan them ever after.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_opened bigint[];
  v_insufficient boolean;
  v_reverses bigint;
  v_written int;
BEGIN
  -- Missing accounts first, by code, then locks by id: two posts over the same accounts queue, never deadlock.
  WITH opened AS (
    INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
    SELECT e.account, 'liability', true, false, 0, 0
    FROM jsonb_to_recordset(p_entries) AS e (account text)
    WHERE e.account ~ '^(escrow|wallet|withdrawal|refund|unapplied):[0-9A-Za-z_-]{1,64}$'
      AND NOT EXISTS (SELECT FROM ledger.account a WHERE a.code = e.account)
    ORDER BY e.account
    ON CONFLICT (code) DO NOTHING
    RETURNING id
  )
  SELECT array_agg(id) INTO v_opened FROM opened;

  SELECT bool_or(locked.short) INTO v_insufficient
  FROM (
    SELECT a.guarded AND a.balance + e.amount * a.normal_side < 0 AS short
    FROM jsonb_to_recordset(p_entries) AS e (account text, amount bigint)
    JOIN ledger.account a ON a.code = e.account
    WHERE NOT a.hot
    ORDER BY a.id
    FOR NO KEY UPDATE OF a
  ) locked;

  IF v_insufficient THEN
    DELETE FROM ledger.account WHERE id = ANY (v_opened);
    -- The money may be gone because this very post went through before.
    SELECT p.status, p.txn_id INTO status, txn_id FROM ledger.earlier_post(p_key, p_hash) p;
    status := coalesce(status, 'insufficient');
    RETURN;
  END IF;

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

  WITH line AS (
    SELECT e.seq, a.id, a.hot, a.normal_side, e.amount
    FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (account text, amount bigint))
      WITH ORDINALITY AS e (account, amount, seq)
    JOIN ledger.account a ON a.code = e.account
  ), moved AS (
    UPDATE ledger.account a
    SET balance = a.balance + line.amount * line.normal_side, version = a.version + 1
    FROM line WHERE a.id = line.id AND NOT line.hot
    RETURNING a.id, a.balance, a.version
  )
  INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
  SELECT post.txn_id, line.seq, line.id, line.amount, moved.balance, moved.version
  FROM line LEFT JOIN moved USING (id);

  GET DIAGNOSTICS v_written = ROW_COUNT;
  IF v_written <> jsonb_array_length(p_entries) THEN
    RAISE EXCEPTION 'ledger post % names an unknown account', p_key USING ERRCODE = 'FW003';
  END IF;
  status := 'posted';
END $$;

CREATE VIEW ledger.balance AS
SELECT a.id AS account_id, a.code, a.class,
  CASE WHEN a.hot
    THEN a.normal_side * coalesce((SELECT sum(e.amount) FROM ledger.entry e WHERE e.account_id = a.id), 0)::bigint
    ELSE a.balance
  END AS balance
FROM ledger.account a;

-- The application reads everything and writes through ledger.post alone.
REVOKE ALL ON SCHEMA ledger FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC, fws_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA ledger FROM PUBLIC, fws_app;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC, fws_app;
GRANT USAGE ON SCHEMA ledger TO fws_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO fws_app;
GRANT EXECUTE ON FUNCTION ledger.post TO fws_app;
