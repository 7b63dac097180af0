-- Tables that only grow are partitioned by the month in India, because a sealed day is a day in India and no partition may
-- cut one. This file prepares them; later ones turn them into partitioned tables.

-- Which tables are partitioned by month, and by which column.
CREATE TABLE monthly_table (
  name text PRIMARY KEY,
  -- A date, the first day of the month, or a time.
  key text NOT NULL,
  -- The trigger function that refuses changes, where rows are only added.
  guard text
);

-- Their partitions, also those that are in the file store now. Months are those of India; the first partition starts at
-- -infinity: it holds what was there before the table was partitioned.
CREATE TABLE month_partition (
  table_name text NOT NULL REFERENCES monthly_table,
  partition text NOT NULL,
  starts date NOT NULL,
  ends date NOT NULL CHECK (ends > starts),
  -- attached: part of its table. detached: a table of its own, being archived. archived: in the file store alone.
  stage text NOT NULL DEFAULT 'attached' CHECK (stage IN ('attached', 'detached', 'archived')),
  -- The archive: its manifest's key and SHA-256. Kept after a restore, while the file is the same.
  manifest_key text,
  manifest_sha256 bytea CHECK (length(manifest_sha256) = 32),
  rows bigint,
  -- Of the ledger's entries: the first and the last transaction.
  first_txn bigint,
  last_txn bigint,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (table_name, partition),
  UNIQUE (table_name, starts),
  CHECK (stage <> 'archived' OR num_nulls(manifest_key, manifest_sha256, rows) = 0)
);
-- Who could write here could say that an archive is another file.
REVOKE ALL ON monthly_table, month_partition FROM PUBLIC, fws_app;
GRANT SELECT ON monthly_table, month_partition TO fws_app;

-- The bound of a partition as a literal: the first day of the month, or midnight in India at its beginning.
CREATE FUNCTION month_bound(p_table regclass, p_key text, p_month date) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN p_month = '-infinity' THEN 'MINVALUE'
    WHEN atttypid = 'date'::regtype THEN quote_literal(p_month)
    ELSE quote_literal(p_month::timestamp AT TIME ZONE 'Asia/Kolkata')
  END FROM pg_attribute WHERE attrelid = p_table AND attname = p_key
$$;

-- Creates the partition of a month after the first partition's example: with its keys, indexes and guards. Keys belong to
-- each partition alone: uniqueness never rests on a partitioned table.
CREATE FUNCTION create_partition(p_table text, p_partition text, p_starts date, p_ends date) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_table public.monthly_table;
  v_schema text := split_part(p_table, '.', 1);
  v_example text;
  v_name text := format('%I.%I', split_part(p_table, '.', 1), p_partition);
BEGIN
  SELECT * INTO STRICT v_table FROM public.monthly_table WHERE name = p_table;
  SELECT format('%I.%I', v_schema, relname) INTO v_example
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
  WHERE inhparent = p_table::regclass AND relname <> split_part(p_table, '.', 2) || '_other' ORDER BY inhrelid DESC LIMIT 1;
  EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)',
    v_name, v_example);
  PERFORM public.guard_partition(p_table, p_partition);
  IF p_starts IS NULL THEN
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s DEFAULT', p_table, v_name);
    RETURN;
  END IF;
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)', p_table, v_name,
    public.month_bound(p_table::regclass, v_table.key, p_starts), public.month_bound(p_table::regclass, v_table.key, p_ends));
  INSERT INTO public.month_partition (table_name, partition, starts, ends) VALUES (p_table, p_partition, p_starts, p_ends);
END $$;

-- A partition's own rights and trigger: those of its table do not hold for statements that name the partition.
CREATE FUNCTION guard_partition(p_table text, p_partition text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_guard text;
  v_name text := format('%I.%I', split_part(p_table, '.', 1), p_partition);
BEGIN
  SELECT guard INTO STRICT v_guard FROM public.monthly_table WHERE name = p_table;
  EXECUTE format('REVOKE ALL ON %s FROM PUBLIC, fws_app', v_name);
  EXECUTE format('GRANT SELECT ON %s TO fws_app', v_name);
  IF v_guard IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_trigger WHERE tgrelid = v_name::regclass AND tgname = 'append_only') THEN
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION %s()', v_name, v_guard);
  END IF;
END $$;

-- Waits until no posting is in progress before the partitions of entries change. To attach or detach one locks the tables
-- that its foreign keys point at, and to drop one even for readers; in another order than that of a posting, each would
-- wait for the other.
CREATE FUNCTION lock_for_partitions(p_table text, p_drops boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_table = 'ledger.entry' AND p_drops THEN
    LOCK TABLE ledger.account, ledger.txn IN ACCESS EXCLUSIVE MODE;
  ELSIF p_table = 'ledger.entry' THEN
    LOCK TABLE ledger.account, ledger.txn IN SHARE ROW EXCLUSIVE MODE;
  END IF;
END $$;

-- Creates the months of a table that are missing until so many months after the present one, and returns how many. The
-- month is by the database's own clock. A short wait for locks: others queue behind it, and it runs again the next night.
CREATE FUNCTION open_months(p_table text, p_ahead int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  v_month date;
  v_last date := date_trunc('month', clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date
    + make_interval(months => least(p_ahead, 24));
  v_opened int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('open_months'), hashtext(p_table));
  SELECT max(ends) INTO STRICT v_month FROM public.month_partition WHERE table_name = p_table;
  IF v_month <= v_last THEN
    PERFORM public.lock_for_partitions(p_table, false);
  END IF;
  WHILE v_month <= v_last LOOP
    PERFORM public.create_partition(p_table, split_part(p_table, '.', 2) || to_char(v_month, '_YYYY_MM'),
      v_month, (v_month + interval '1 month')::date);
    v_month := v_month + interval '1 month';
    v_opened := v_opened + 1;
  END LOOP;
  RETURN v_opened;
END $$;

-- Rows of months that have no partition are in the partition <table>_other. When the task that opens months did not run
-- for so long, this turns that partition into the one of all these months, in three steps, each in a transaction of its own:
-- check (true when there are such rows), validate, attach. No row is moved, and nobody waits for more than a moment.
CREATE FUNCTION adopt_other_months(p_table text, p_step text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  v_schema text := split_part(p_table, '.', 1);
  v_name text := split_part(p_table, '.', 2);
  v_other text := format('%I.%I', split_part(p_table, '.', 1), split_part(p_table, '.', 2) || '_other');
  v_key text;
  v_starts date;
  v_ends date;
  v_found boolean;
  v_partition text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('open_months'), hashtext(p_table));
  SELECT key INTO STRICT v_key FROM public.monthly_table WHERE name = p_table;
  IF p_step = 'check' THEN
    -- Citus cannot read a table without a column.
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s)', v_other) INTO v_found;
    IF NOT v_found THEN RETURN false; END IF;
    SELECT max(ends) INTO STRICT v_starts FROM public.month_partition WHERE table_name = p_table;
    -- Some months more, so that no row is refused if the next steps come late.
    v_ends := date_trunc('month', clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date + interval '4 months';
    IF v_ends <= v_starts THEN
      RAISE EXCEPTION '% has rows of a time that is months ahead', v_other USING ERRCODE = 'FW003';
    END IF;
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS other_months', v_other);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT other_months CHECK (%I >= %s AND %I < %s) NOT VALID', v_other,
      v_key, public.month_bound(p_table::regclass, v_key, v_starts),
      v_key, public.month_bound(p_table::regclass, v_key, v_ends));
    EXECUTE format('COMMENT ON CONSTRAINT other_months ON %s IS %L', v_other, v_starts || ' ' || v_ends);
  ELSIF p_step = 'validate' THEN
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT other_months', v_other);
  ELSIF p_step = 'attach' THEN
    SELECT split_part(obj_description(oid), ' ', 1), split_part(obj_description(oid), ' ', 2) INTO STRICT v_starts, v_ends
    FROM pg_constraint WHERE conrelid = v_other::regclass AND conname = 'other_months' AND convalidated;
    PERFORM public.lock_for_partitions(p_table, false);
    v_partition := v_name || to_char(v_starts, '_YYYY_MM') || to_char(v_ends - 1, '"_to"_YYYY_MM');
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', p_table, v_other);
    EXECUTE format('ALTER TABLE %s RENAME TO %I', v_other, v_partition);
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (%s) TO (%s)', p_table, v_schema, v_partition,
      public.month_bound(p_table::regclass, v_key, v_starts), public.month_bound(p_table::regclass, v_key, v_ends));
    EXECUTE format('ALTER TABLE %I.%I DROP CONSTRAINT other_months', v_schema, v_partition);
    INSERT INTO public.month_partition (table_name, partition, starts, ends)
    VALUES (p_table, v_partition, v_starts, v_ends);
    PERFORM public.create_partition(p_table, v_name || '_other', NULL, NULL);
  ELSE
    RAISE EXCEPTION 'no such step: %', p_step;
  END IF;
  RETURN true;
END $$;

-- Promises that no row of a table is of a month that is more than one ahead, so that the table can become the partition of
-- all until then. partition_by_month() reads the month from the comment.
CREATE FUNCTION promise_month(p_table text, p_key text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ends date := date_trunc('month', clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date + interval '2 months';
BEGIN
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT before_months CHECK (%I < %s) NOT VALID', p_table, p_key,
    month_bound(p_table::regclass, p_key, v_ends));
  EXECUTE format('COMMENT ON CONSTRAINT before_months ON %I IS %L', p_table, v_ends);
END $$;

-- Turns a table of the schema public into a partitioned one, whose first partition it becomes as it is, with its keys and
-- indexes. Its promise must be validated, so that nothing is read; writers wait for a moment. Rights, defaults, checks and
-- foreign keys stay, and a column that numbered its rows gets a sequence. p_primary_index: the unique index that becomes the
-- primary key of each partition instead of the present one.
--
-- The foreign keys lock what they point at before the table itself is locked, as writers do.
CREATE FUNCTION partition_by_month(p_table text, p_key text, p_guard text, p_primary_index text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_parent text := p_table || '_by_month';
  v_before text := p_table || '_before';
  v_sequence text := p_table || '_number';
  v_ends date;
  v_item record;
BEGIN
  SELECT obj_description(oid) INTO STRICT v_ends FROM pg_constraint
  WHERE conrelid = p_table::regclass AND conname = 'before_months' AND convalidated;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)',
    v_parent, p_table, p_key);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT before_months', v_parent);
  FOR v_item IN SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = p_table::regclass AND contype = 'f' ORDER BY conname LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', v_parent, v_item.conname, v_item.definition);
  END LOOP;
  EXECUTE format('REVOKE ALL ON %I FROM PUBLIC, fws_app', v_parent);
  FOR v_item IN
    SELECT privilege_type AS privilege, NULL AS columns FROM pg_class, aclexplode(relacl)
    WHERE pg_class.oid = p_table::regclass AND grantee = 'fws_app'::regrole
    UNION ALL
    SELECT privilege_type, string_agg(quote_ident(attname), ', ') FROM pg_attribute, aclexplode(attacl)
    WHERE attrelid = p_table::regclass AND grantee = 'fws_app'::regrole GROUP BY 1
  LOOP
    EXECUTE format('GRANT %s %s ON %I TO fws_app', v_item.privilege, '(' || v_item.columns || ')', v_parent);
  END LOOP;

  EXECUTE format('ALTER TABLE %I RENAME TO %I', p_table, v_before);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', v_parent, p_table);
  IF p_primary_index IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I, ADD CONSTRAINT %2$I PRIMARY KEY USING INDEX %3$I',
      v_before, p_table || '_pkey', p_primary_index);
  END IF;
  FOR v_item IN SELECT attname, pg_get_serial_sequence(v_before, attname) AS sequence FROM pg_attribute
    WHERE attrelid = v_before::regclass AND attidentity <> '' LOOP
    EXECUTE format('CREATE SEQUENCE %I', v_sequence);
    EXECUTE format('SELECT setval(%L, last_value, is_called) FROM %s', v_sequence, v_item.sequence);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I DROP IDENTITY', v_before, v_item.attname);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT nextval(%L)', v_before, v_item.attname, v_sequence);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT nextval(%L)', p_table, v_item.attname, v_sequence);
    EXECUTE format('GRANT USAGE ON SEQUENCE %I TO fws_app', v_sequence);
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', p_table, v_before,
    month_bound(p_table::regclass, p_key, v_ends));
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT before_months', v_before);
  INSERT INTO monthly_table (name, key, guard) VALUES ('public.' || p_table, p_key, p_guard);
  INSERT INTO month_partition (table_name, partition, starts, ends)
  VALUES ('public.' || p_table, v_before, '-infinity', v_ends);
  PERFORM guard_partition('public.' || p_table, v_before);
  IF p_guard IS NOT NULL THEN
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION %s()', p_table, p_guard);
  END IF;
  PERFORM create_partition('public.' || p_table, p_table || '_other', NULL, NULL);
  PERFORM open_months('public.' || p_table, 6);
END $$;

-- Drops the months of webhooks that ended half a year ago and are empty, because their rows were deleted.
CREATE FUNCTION drop_empty_months(p_table text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  v_partition record;
  v_is_used boolean;
  v_dropped int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('open_months'), hashtext(p_table));
  FOR v_partition IN
    SELECT partition, format('%I.%I', split_part(table_name, '.', 1), partition) AS name FROM public.month_partition
    WHERE table_name = p_table AND p_table = 'public.provider_event' AND stage = 'attached'
      AND ends < clock_timestamp() - interval '180 days'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', v_partition.name) INTO v_is_used;
    CONTINUE WHEN v_is_used;
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', p_table, v_partition.name);
    -- Nothing can come in any more.
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', v_partition.name) INTO v_is_used;
    IF v_is_used THEN
      RAISE EXCEPTION '% is used', v_partition.name USING ERRCODE = '55P03';
    END IF;
    EXECUTE format('DROP TABLE %s', v_partition.name);
    DELETE FROM public.month_partition WHERE table_name = p_table AND partition = v_partition.partition;
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END $$;
REVOKE ALL ON FUNCTION month_bound, create_partition, guard_partition, lock_for_partitions, open_months,
  adopt_other_months, promise_month, partition_by_month, drop_empty_months FROM PUBLIC, fws_app;
GRANT EXECUTE ON FUNCTION open_months, adopt_other_months, drop_empty_months TO fws_app;

-- Locks are taken in the order of a posting: account, transaction, entry. In another order, each would wait for the other.

-- What archived months brought into each account, so that balances and their history are checked without the entries.
CREATE TABLE ledger.archived_sum (
  partition text NOT NULL,
  account_id bigint NOT NULL REFERENCES ledger.account,
  -- Of entries in platform accounts: the kind of their transactions; otherwise empty.
  kind text NOT NULL,
  -- Debits positive, as in ledger.entry.
  amount bigint NOT NULL,
  entries bigint NOT NULL,
  -- After the last of them; both null on hot accounts.
  balance_after bigint,
  account_version bigint,
  PRIMARY KEY (partition, account_id, kind)
);
CREATE INDEX archived_sum_account ON ledger.archived_sum (account_id);
REVOKE ALL ON ledger.archived_sum FROM PUBLIC, fws_app;
GRANT SELECT ON ledger.archived_sum TO fws_app;

-- Every entry gets the month in which it was posted, and so does its transaction, for joins that read one partition.
-- -infinity stands for all that was posted before: it needs no value of its own in each row.
ALTER TABLE ledger.txn ADD COLUMN month date NOT NULL DEFAULT '-infinity';
ALTER TABLE ledger.entry ADD COLUMN month date NOT NULL DEFAULT '-infinity';
ALTER TABLE ledger.entry ADD CONSTRAINT entry_before_months CHECK (month = '-infinity') NOT VALID;
