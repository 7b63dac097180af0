-- Each day of the ledger is sealed: a hash over its entries and over the seal of the day before. Whoever changed an old
-- entry would have to change every later seal too, and the last one is in the log of every night.
--
-- A seal is a Merkle root over the day's entries (RFC 6962). A sealed day holds the transactions with after_txn < id <=
-- last_txn: the last one that was posted on that day, and all before it that no seal holds. Ranges of ids have no gaps
-- and no overlaps, whatever the clock did.
--
--   leaf   SHA-256(0x00 || the entry's line in ledger.sealed_line)
--   inner  SHA-256(0x01 || left || right)
--   seal   SHA-256(0x02 || previous || root || header), where header is the text of ledger.sealed_header()

CREATE TABLE ledger.day_seal (
  day date PRIMARY KEY,
  entries bigint NOT NULL,
  previous bytea NOT NULL CHECK (length(previous) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  algorithm text NOT NULL DEFAULT 'chain',
  root bytea,
  after_txn bigint,
  last_txn bigint,
  last_change bigint,
  CONSTRAINT day_seal_algorithm CHECK (
    CASE algorithm
      WHEN 'chain' THEN num_nulls(root, after_txn, last_txn, last_change) = 4
      WHEN 'merkle' THEN num_nulls(root, after_txn, last_txn, last_change) = 0 AND length(root) = 32
        AND last_txn >= after_txn
      ELSE false
    END
  )
);
COMMENT ON TABLE ledger.day_seal IS 'The seal of each day of the ledger, by days in India. Rows are only added';
COMMENT ON COLUMN ledger.day_seal.entries IS 'The number of sealed entries';
COMMENT ON COLUMN ledger.day_seal.previous IS 'The hash of the day before; 32 zero bytes for the first day';
COMMENT ON COLUMN ledger.day_seal.algorithm IS 'merkle, or chain for days that ledger.seal_next_day() sealed';
COMMENT ON COLUMN ledger.day_seal.root IS 'The Merkle root over the entries';
COMMENT ON COLUMN ledger.day_seal.after_txn IS 'The last transaction of the sealed day before';
COMMENT ON COLUMN ledger.day_seal.last_txn IS 'The last transaction of this day';
COMMENT ON COLUMN ledger.day_seal.last_change IS
  'The newest state change when the day was sealed: the next night checks later ones';

CREATE TABLE ledger.sealed_balance (
  -- Deferred, because the seal hashes its balances and is written after them.
  day date NOT NULL REFERENCES ledger.day_seal DEFERRABLE INITIALLY DEFERRED,
  account text NOT NULL,
  amount bigint NOT NULL,
  entries bigint NOT NULL,
  PRIMARY KEY (day, account)
);
COMMENT ON TABLE ledger.sealed_balance IS 'The sums of all entries up to the end of a sealed day. Rows are only added';
COMMENT ON COLUMN ledger.sealed_balance.account IS 'A platform account, or a kind of accounts: escrow, wallet …';
COMMENT ON COLUMN ledger.sealed_balance.amount IS 'In paise; debits are positive, as in ledger.entry';
COMMENT ON COLUMN ledger.sealed_balance.entries IS 'The number of summed entries';

CREATE TABLE ledger.verified_day (
  day date PRIMARY KEY REFERENCES ledger.day_seal,
  hash bytea NOT NULL,
  verified_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE ledger.verified_day IS
  'The sealed days after which every check of the ledger passed. The next night starts from the last one. Rows are '
  'only added';
COMMENT ON COLUMN ledger.verified_day.hash IS 'The hash of the seal that was checked';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.day_seal
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.sealed_balance
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.verified_day
FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TABLE ledger.archived_sum (
  partition text NOT NULL,
  account_id bigint NOT NULL REFERENCES ledger.account,
  kind text NOT NULL,
  amount bigint NOT NULL,
  entries bigint NOT NULL,
  balance_after bigint,
  account_version bigint,
  PRIMARY KEY (partition, account_id, kind)
);
COMMENT ON TABLE ledger.archived_sum IS
  'The sums of the entries of archived months, so that balances and their history are checked without these entries';
COMMENT ON COLUMN ledger.archived_sum.partition IS 'The archived partition, as in month_partition';
COMMENT ON COLUMN ledger.archived_sum.kind IS
  'Of entries in platform accounts: the kind of their transactions; otherwise empty';
COMMENT ON COLUMN ledger.archived_sum.amount IS 'In paise; debits are positive, as in ledger.entry';
COMMENT ON COLUMN ledger.archived_sum.entries IS 'The number of summed entries';
COMMENT ON COLUMN ledger.archived_sum.balance_after IS 'After the last of the entries; null on hot accounts';
COMMENT ON COLUMN ledger.archived_sum.account_version IS 'Of the last of the entries; null on hot accounts';
CREATE INDEX archived_sum_account ON ledger.archived_sum (account_id);

-- A hot account's balance is what was summed with the last seal, and the entries since.
CREATE VIEW ledger.balance AS
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
COMMENT ON VIEW ledger.balance IS 'The present balance of every account, in paise, from its normal side';

CREATE VIEW ledger.sealed_line AS
SELECT (t.posted_at AT TIME ZONE 'Asia/Kolkata')::date AS day, t.posted_at, e.txn_id, e.seq,
  jsonb_build_array(
    t.id, e.seq, a.code, e.amount, e.balance_after, e.account_version, t.kind, t.idempotency_key, t.request_hash,
    t.reverses, t.job_id, t.milestone_id, t.order_id, t.payment_id, t.refund_id, t.withdrawal_id, t.dispute_id,
    t.user_id, extract(epoch FROM t.event_time), extract(epoch FROM t.posted_at)
  )::text AS line
FROM ledger.txn t
JOIN ledger.entry e ON e.txn_id = t.id AND e.month = t.month
JOIN ledger.account a ON a.id = e.account_id;
COMMENT ON VIEW ledger.sealed_line IS 'Each entry as it is hashed: all of its columns and those of its transaction';

-- Waits until every transaction that posts has ended, and returns the last id that was assigned by then. All
-- transactions up to this id are final. The caller commits at once, because postings wait meanwhile.
CREATE FUNCTION ledger.await_final_txn(OUT final_txn bigint, OUT last_change bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
BEGIN
  LOCK TABLE ledger.txn IN SHARE MODE;
  SELECT coalesce(max(id), 0) INTO final_txn FROM ledger.txn;
  SELECT coalesce(max(id), 0) INTO last_change FROM public.state_change;
END $$;

-- What a seal contains besides its root: a line for the day and one for each balance.
CREATE FUNCTION ledger.sealed_header(p_day date, p_entries bigint, p_after_txn bigint, p_last_txn bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT format(E'%s %s %s %s\n', to_char(p_day, 'YYYY-MM-DD'), p_entries, p_after_txn, p_last_txn) || coalesce(
    (SELECT string_agg(format(E'%s %s %s\n', account, amount, entries), '' ORDER BY account COLLATE "C")
      FROM ledger.sealed_balance WHERE day = p_day), '')
$$;

-- Adds the balances of a day: those of the sealed day before it, and the entries since.
CREATE FUNCTION ledger.roll_up_balances(p_day date, p_last_txn bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before ledger.day_seal;
BEGIN
  SELECT * INTO v_before FROM ledger.day_seal WHERE last_txn IS NOT NULL AND day < p_day ORDER BY day DESC LIMIT 1;
  -- The range stands in the text, so that it is planned by its real size.
  EXECUTE format(
    'INSERT INTO ledger.sealed_balance (day, account, amount, entries)
    SELECT %L, account, sum(amount), sum(entries) FROM (
      SELECT account, amount, entries FROM ledger.sealed_balance WHERE day = %L
      UNION ALL
      SELECT split_part(a.code, '':'', 1), sum(e.amount), count(*)
      FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
      WHERE e.txn_id > %s AND e.txn_id <= %s GROUP BY 1
    ) parts GROUP BY account',
    p_day, v_before.day, coalesce(v_before.last_txn, 0), p_last_txn);
END $$;

-- Returns the root of the Merkle tree over the lines of these transactions, and the number of its leaves.
CREATE FUNCTION ledger.merkle_root(p_after_txn bigint, p_last_txn bigint, OUT root bytea, OUT leaves bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- The roots of the complete subtrees to the left, the largest first.
  v_left bytea[] := '{}';
  v_depth int := 0;
  v_line text;
  v_hash bytea;
  v_pairs bigint;
BEGIN
  leaves := 0;
  FOR v_line IN EXECUTE format(
    'SELECT line FROM ledger.sealed_line WHERE txn_id > %s AND txn_id <= %s ORDER BY txn_id, seq', p_after_txn, p_last_txn)
  LOOP
    v_hash := sha256('\x00'::bytea || convert_to(v_line, 'UTF8'));
    -- Each complete subtree of the same size to the left joins the new one.
    v_pairs := leaves;
    WHILE v_pairs % 2 = 1 LOOP
      v_hash := sha256('\x01'::bytea || v_left[v_depth] || v_hash);
      v_depth := v_depth - 1;
      v_pairs := v_pairs / 2;
    END LOOP;
    v_depth := v_depth + 1;
    v_left[v_depth] := v_hash;
    leaves := leaves + 1;
  END LOOP;
  IF leaves = 0 THEN
    root := sha256('');
    RETURN;
  END IF;
  root := v_left[v_depth];
  FOR i IN REVERSE v_depth - 1 .. 1 LOOP
    root := sha256('\x01'::bytea || v_left[i] || root);
  END LOOP;
END $$;

-- Seals the first day that has no seal, if it is over; returns null when there is none. The arguments are what
-- await_final_txn() returned in an earlier transaction.
CREATE FUNCTION ledger.seal_day(p_final_txn bigint, p_last_change bigint) RETURNS ledger.day_seal
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before ledger.day_seal;
  v_seal ledger.day_seal;
  v_ends timestamptz;
BEGIN
  -- One at a time.
  LOCK TABLE ledger.day_seal IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO v_before FROM ledger.day_seal ORDER BY day DESC LIMIT 1;
  v_seal.day := coalesce(
    v_before.day + 1,
    (SELECT (posted_at AT TIME ZONE 'Asia/Kolkata')::date FROM ledger.txn ORDER BY id LIMIT 1));
  IF v_seal.day IS NULL OR v_seal.day >= (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date THEN
    RETURN NULL;
  END IF;

  v_seal.after_txn := CASE
    WHEN v_before.day IS NULL THEN 0
    WHEN v_before.algorithm = 'merkle' THEN v_before.last_txn
    -- The day before was sealed by its time. Where ids and times crossed at midnight, a few entries are in both seals.
    ELSE coalesce(
      (SELECT min(id) - 1 FROM ledger.txn
        WHERE posted_at >= v_seal.day::timestamp AT TIME ZONE 'Asia/Kolkata' AND id <= p_final_txn),
      p_final_txn)
  END;
  v_ends := (v_seal.day + 1)::timestamp AT TIME ZONE 'Asia/Kolkata';
  v_seal.last_txn := coalesce(
    (SELECT id FROM ledger.txn WHERE id > v_seal.after_txn AND id <= p_final_txn AND posted_at < v_ends
      ORDER BY id DESC LIMIT 1),
    v_seal.after_txn);
  v_seal.previous := coalesce(v_before.hash, decode(repeat('00', 32), 'hex'));
  SELECT r.root, r.leaves INTO v_seal.root, v_seal.entries
  FROM ledger.merkle_root(v_seal.after_txn, v_seal.last_txn) r;

  PERFORM ledger.roll_up_balances(v_seal.day, v_seal.last_txn);
  INSERT INTO ledger.day_seal (day, entries, previous, hash, algorithm, root, after_txn, last_txn, last_change)
  VALUES (
    v_seal.day, v_seal.entries, v_seal.previous,
    sha256('\x02'::bytea || v_seal.previous || v_seal.root
      || convert_to(ledger.sealed_header(v_seal.day, v_seal.entries, v_seal.after_txn, v_seal.last_txn), 'UTF8')),
    'merkle', v_seal.root, v_seal.after_txn, v_seal.last_txn, p_last_change)
  RETURNING * INTO v_seal;
  RETURN v_seal;
END $$;

-- The present sums of the accounts in ledger.sealed_balance: those of the last sealed day and the entries since.
CREATE FUNCTION ledger.rolled_balances() RETURNS TABLE (account text, amount bigint)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_seal ledger.day_seal;
BEGIN
  SELECT * INTO v_seal FROM ledger.day_seal WHERE last_txn IS NOT NULL ORDER BY day DESC LIMIT 1;
  RETURN QUERY EXECUTE format(
    'SELECT parts.account, sum(parts.amount)::bigint FROM (
      SELECT account, amount FROM ledger.sealed_balance WHERE day = %L
      UNION ALL
      SELECT split_part(a.code, '':'', 1), sum(e.amount)
      FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id WHERE e.txn_id > %s GROUP BY 1
    ) parts GROUP BY parts.account',
    v_seal.day, coalesce(v_seal.last_txn, 0));
END $$;

-- Records that every check passed after this day was sealed. The hash is that of the seal that was checked.
CREATE FUNCTION ledger.record_verified_day(p_day date, p_hash bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.day_seal WHERE day = p_day AND hash = p_hash) THEN
    RAISE EXCEPTION 'the ledger has no such seal of %', p_day USING ERRCODE = 'FW003';
  END IF;
  INSERT INTO ledger.verified_day (day, hash) VALUES (p_day, p_hash) ON CONFLICT (day) DO NOTHING;
END $$;

-- The algorithm before Merkle trees, a chain of hashes, and the wait before it. Such seals stay valid.
CREATE FUNCTION ledger.await_posts() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
BEGIN
  LOCK TABLE ledger.txn IN SHARE MODE;
END $$;
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

REVOKE ALL ON ledger.day_seal, ledger.sealed_balance, ledger.verified_day, ledger.archived_sum, ledger.balance,
  ledger.sealed_line FROM PUBLIC, fws_app;
GRANT SELECT ON ledger.day_seal, ledger.sealed_balance, ledger.verified_day, ledger.archived_sum, ledger.balance,
  ledger.sealed_line TO fws_app;
REVOKE ALL ON FUNCTION ledger.await_final_txn, ledger.sealed_header, ledger.roll_up_balances, ledger.merkle_root,
  ledger.seal_day, ledger.rolled_balances, ledger.record_verified_day, ledger.await_posts, ledger.seal_next_day
  FROM PUBLIC, fws_app;
GRANT EXECUTE ON FUNCTION ledger.await_final_txn, ledger.seal_day, ledger.rolled_balances, ledger.record_verified_day,
  ledger.await_posts, ledger.seal_next_day TO fws_app;
