-- The ledger: double entry, append only, written by ledger.post() and by nothing else (docs/money.md).
--
-- Signs: an entry's amount is in paise. A debit is positive and a credit is negative, so the entries of a transaction
-- sum to zero. An account's balance is counted from its normal side: balance = normal_side × sum(amount). A wallet (a
-- liability, normal side credit) that was credited 500 paise has an entry of -500 and a balance of 500.

CREATE SCHEMA ledger;

CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  class text NOT NULL CHECK (class IN ('asset', 'expense', 'liability', 'equity', 'income')),
  normal_side smallint NOT NULL GENERATED ALWAYS AS (CASE WHEN class IN ('asset', 'expense') THEN 1 ELSE -1 END) STORED,
  guarded boolean NOT NULL,
  hot boolean NOT NULL,
  currency text NOT NULL DEFAULT 'INR' CHECK (currency = 'INR'),
  balance bigint,
  version bigint,
  opened_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_guarded_not_hot CHECK (NOT (guarded AND hot)),
  CONSTRAINT account_hot_stores_no_balance CHECK (hot = (balance IS NULL) AND hot = (version IS NULL)),
  CONSTRAINT account_guarded_never_negative CHECK (NOT guarded OR balance >= 0)
) WITH (fillfactor = 80);
COMMENT ON TABLE ledger.account IS
  'Accounts of the ledger: those of the platform, and one for each wallet, milestone in escrow, withdrawal, refund '
  'and unapplied payment';
COMMENT ON COLUMN ledger.account.code IS
  'A platform account such as fee_income, or the kind and the id: wallet:7, escrow:12';
COMMENT ON COLUMN ledger.account.normal_side IS '1: debits increase the balance; -1: credits do';
COMMENT ON COLUMN ledger.account.guarded IS
  'The balance may never be below zero. The account is locked while a transaction is posted to it';
COMMENT ON COLUMN ledger.account.hot IS
  'A platform account that most transactions touch. Its balance is summed when it is read, so that postings do not '
  'wait for its row';
COMMENT ON COLUMN ledger.account.balance IS 'In paise, from the normal side; null on hot accounts';
COMMENT ON COLUMN ledger.account.version IS 'The number of the account''s entries; null on hot accounts';
-- Lists of accounts by kind, and of hot accounts.
CREATE INDEX account_kind ON ledger.account (split_part(code, ':', 1), id DESC);
CREATE INDEX account_hot ON ledger.account (id DESC) WHERE hot;

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
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  month date NOT NULL DEFAULT '-infinity'
);
COMMENT ON TABLE ledger.txn IS 'Transactions of the ledger: an event that moved money. Rows are only added';
COMMENT ON COLUMN ledger.txn.kind IS
  'The event, such as payment_verified or release (server/src/domains/ledger/posting.ts)';
COMMENT ON COLUMN ledger.txn.idempotency_key IS 'Names the event, so that it is posted once';
COMMENT ON COLUMN ledger.txn.request_hash IS 'SHA-256 of what was posted: the same key with another hash is refused';
COMMENT ON COLUMN ledger.txn.reverses IS 'The transaction whose entries this one reverses';
COMMENT ON COLUMN ledger.txn.event_time IS 'When the event happened, by the clock of the product or of the provider';
COMMENT ON COLUMN ledger.txn.posted_at IS 'When it was written, by the clock of the database';
COMMENT ON COLUMN ledger.txn.month IS
  'The month in India in which it was posted (first day), so that joins read one partition of the entries';
CREATE INDEX txn_milestone ON ledger.txn (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX txn_order ON ledger.txn (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX txn_job ON ledger.txn (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX txn_withdrawal ON ledger.txn (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
-- Finds a day without reading what was posted before, at almost no cost for postings.
CREATE INDEX txn_posted ON ledger.txn USING brin (posted_at) WITH (pages_per_range = 16, autosummarize = on);

-- Keys belong to the partitions: a key of the whole table would have to contain the month. A transaction is written
-- once because of its key in ledger.txn, and the versions of an account are counted under the account's lock.
CREATE TABLE ledger.entry (
  txn_id bigint NOT NULL,
  seq smallint NOT NULL CHECK (seq >= 1),
  account_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  balance_after bigint,
  account_version bigint,
  month date NOT NULL DEFAULT '-infinity',
  CONSTRAINT entry_running_balance CHECK ((balance_after IS NULL) = (account_version IS NULL)),
  -- In the order in which a posting locks them: account, transaction.
  CONSTRAINT entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account,
  CONSTRAINT entry_txn_id_fkey FOREIGN KEY (txn_id) REFERENCES ledger.txn
) PARTITION BY RANGE (month);
COMMENT ON TABLE ledger.entry IS 'The lines of transactions. Rows are only added. Partitioned by month';
COMMENT ON COLUMN ledger.entry.seq IS 'The position in the transaction, from 1';
COMMENT ON COLUMN ledger.entry.amount IS 'In paise: a debit is positive, a credit is negative';
COMMENT ON COLUMN ledger.entry.balance_after IS
  'The balance of the account after this entry, in paise; null on hot accounts';
COMMENT ON COLUMN ledger.entry.account_version IS 'Counts the entries of the account, from 1; null on hot accounts';
COMMENT ON COLUMN ledger.entry.month IS 'The month in India in which it was posted (first day)';

-- The first partition. Later ones copy its keys and indexes (0020_months.sql).
CREATE TABLE ledger.entry_before (
  LIKE ledger.entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT entry_pkey PRIMARY KEY (txn_id, seq),
  CONSTRAINT entry_account_version UNIQUE (account_id, account_version) INCLUDE (amount)
);
CREATE INDEX entry_of_hot_account ON ledger.entry_before (account_id, txn_id DESC, seq DESC) INCLUDE (amount)
  WHERE account_version IS NULL;

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
  ('tds_payable', 'liability'),
  ('welfare_payable', 'liability'),
  ('chargeback_loss', 'expense')
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

-- Refuses a transaction without entries. Reads the transaction's partition only.
CREATE FUNCTION ledger.require_balanced() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.entry WHERE txn_id = NEW.id AND month = NEW.month) THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.id USING ERRCODE = 'FW002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.txn DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION ledger.require_balanced();

-- A posting writes its entries by one statement, so each statement must balance by itself. This also refuses an entry
-- that is added to an older transaction, and nothing has to be looked up in partitions.
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

-- What a key that is already in use was used for; both null when it is free.
CREATE FUNCTION ledger.earlier_post(p_key text, p_hash text, OUT status text, OUT txn_id bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN request_hash = p_hash THEN 'replayed' ELSE 'key_conflict' END, id
  FROM ledger.txn WHERE idempotency_key = p_key
$$;

-- Posts one transaction inside the caller's. `status`:
--   posted        the entries are written; txn_id is the new transaction
--   replayed      this key was posted before with the same hash; txn_id is that transaction, nothing was written
--   key_conflict  this key was posted before with another hash; nothing was written
--   insufficient  a guarded account would fall below zero; nothing was written
-- Anything else that is wrong (unknown account, sum not zero, reversed key never posted) is a bug and raises an error.
--
-- Each account is changed by one statement that also checks its balance. A refusal has to undo what was changed, but is
-- rare.
CREATE FUNCTION ledger.post(
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

-- The application reads everything and writes through ledger.post() only.
REVOKE ALL ON SCHEMA ledger FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA ledger FROM PUBLIC, fws_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA ledger FROM PUBLIC, fws_app;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC, fws_app;
GRANT USAGE ON SCHEMA ledger TO fws_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO fws_app;
GRANT EXECUTE ON FUNCTION ledger.post TO fws_app;
