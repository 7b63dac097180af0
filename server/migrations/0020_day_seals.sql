-- Each day of the ledger is sealed: a hash over its entries and over the seal of the day before. Whoever changed an old
-- entry behind the triggers would have to change every seal after it, and the last one is in the log of every night.

CREATE TABLE ledger.day_seal (
  day date PRIMARY KEY,
  entries bigint NOT NULL,
  -- The hash of the day before; 32 zero bytes for the first.
  previous bytea NOT NULL CHECK (length(previous) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.day_seal
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Costs the posting next to nothing, and finds a day without reading all that came before.
CREATE INDEX txn_posted ON ledger.txn USING brin (posted_at) WITH (pages_per_range = 16, autosummarize = on);

-- An entry as it is hashed: everything of it and of its transaction.
CREATE VIEW ledger.sealed_line AS
SELECT (t.posted_at AT TIME ZONE 'Asia/Kolkata')::date AS day, t.posted_at, t.id AS txn_id, e.seq,
  jsonb_build_array(
    t.id, e.seq, a.code, e.amount, e.balance_after, e.account_version, t.kind, t.idempotency_key, t.request_hash,
    t.reverses, t.job_id, t.milestone_id, t.order_id, t.payment_id, t.refund_id, t.withdrawal_id, t.dispute_id,
    t.user_id, extract(epoch FROM t.event_time), extract(epoch FROM t.posted_at)
  )::text AS line
FROM ledger.txn t
JOIN ledger.entry e ON e.txn_id = t.id
JOIN ledger.account a ON a.id = e.account_id;

-- Waits until every transaction that posts has ended; commit at once, for others wait meanwhile. Afterwards all that
-- was posted before this moment can be seen.
CREATE FUNCTION ledger.await_posts() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
BEGIN
  LOCK TABLE ledger.txn IN SHARE MODE;
END $$;

-- Seals the first day that has no seal, if it is over; null when there is none. Call `await_posts` before, in a
-- transaction of its own.
CREATE FUNCTION ledger.seal_next_day() RETURNS ledger.day_seal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_seal ledger.day_seal;
  v_line record;
BEGIN
  -- One at a time.
  LOCK TABLE ledger.day_seal IN SHARE ROW EXCLUSIVE MODE;
  SELECT day + 1, hash INTO v_seal.day, v_seal.previous FROM ledger.day_seal ORDER BY day DESC LIMIT 1;
  IF v_seal.day IS NULL THEN
    SELECT (posted_at AT TIME ZONE 'Asia/Kolkata')::date, decode(repeat('00', 32), 'hex')
    INTO v_seal.day, v_seal.previous FROM ledger.txn ORDER BY id LIMIT 1;
  END IF;
  IF v_seal.day IS NULL OR v_seal.day >= (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date THEN
    RETURN NULL;
  END IF;
  v_seal.hash := sha256(v_seal.previous || convert_to(v_seal.day::text, 'UTF8'));
  v_seal.entries := 0;
  FOR v_line IN
    SELECT line FROM ledger.sealed_line
    WHERE posted_at >= v_seal.day::timestamp AT TIME ZONE 'Asia/Kolkata'
      AND posted_at < (v_seal.day + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
    ORDER BY txn_id, seq
  LOOP
    v_seal.hash := sha256(v_seal.hash || convert_to(v_line.line, 'UTF8'));
    v_seal.entries := v_seal.entries + 1;
  END LOOP;
  INSERT INTO ledger.day_seal (day, entries, previous, hash)
  VALUES (v_seal.day, v_seal.entries, v_seal.previous, v_seal.hash)
  RETURNING * INTO v_seal;
  RETURN v_seal;
END $$;

REVOKE ALL ON ledger.day_seal, ledger.sealed_line FROM PUBLIC, fws_app;
REVOKE ALL ON FUNCTION ledger.await_posts, ledger.seal_next_day FROM PUBLIC, fws_app;
GRANT SELECT ON ledger.day_seal, ledger.sealed_line TO fws_app;
GRANT EXECUTE ON FUNCTION ledger.await_posts, ledger.seal_next_day TO fws_app;
