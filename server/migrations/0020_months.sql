-- Tables that only grow are partitioned by the month in India, because a sealed day is a day in India and no partition
-- may cut one (docs/decisions/0068-months.md). Keys belong to each partition, not to the table: uniqueness never
-- depends on a partitioned table.

CREATE TABLE monthly_table (
  name text PRIMARY KEY,
  key text NOT NULL,
  guard text
);
COMMENT ON TABLE monthly_table IS 'The tables that are partitioned by month';
COMMENT ON COLUMN monthly_table.name IS 'With its schema';
COMMENT ON COLUMN monthly_table.key IS 'The column of the month: a date, the first day of the month, or a time';
COMMENT ON COLUMN monthly_table.guard IS 'The trigger function that refuses changes, where rows are only added';

CREATE TABLE month_partition (
  table_name text NOT NULL REFERENCES monthly_table,
  partition text NOT NULL,
  starts date NOT NULL,
  ends date NOT NULL CHECK (ends > starts),
  stage text NOT NULL DEFAULT 'attached' CHECK (stage IN ('attached', 'detached', 'archived')),
  manifest_key text,
  manifest_sha256 bytea CHECK (length(manifest_sha256) = 32),
  rows bigint,
  first_txn bigint,
  last_txn bigint,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (table_name, partition),
  UNIQUE (table_name, starts),
  CHECK (stage <> 'archived' OR num_nulls(manifest_key, manifest_sha256, rows) = 0)
);
COMMENT ON TABLE month_partition IS
  'The partitions of these tables, also those that are in the file store. The first one of each table starts at '
  '-infinity';
COMMENT ON COLUMN month_partition.stage IS
  'attached: part of its table; detached: a table of its own that is being archived; archived: in the file store '
  'only';
COMMENT ON COLUMN month_partition.manifest_key IS
  'Where the file store has the archive''s manifest. Kept after a restore, while the file is the same';
COMMENT ON COLUMN month_partition.manifest_sha256 IS 'The hash of the manifest';
COMMENT ON COLUMN month_partition.rows IS 'The number of archived rows';
COMMENT ON COLUMN month_partition.first_txn IS 'Of the ledger''s entries: the first transaction';
COMMENT ON COLUMN month_partition.last_txn IS 'Of the ledger''s entries: the last transaction';
-- Whoever could write here could replace an archive by another file.
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

-- Creates a partition with the keys, indexes and guards of the newest one. Without p_starts: the partition of rows
-- whose month has no partition.
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

-- A partition's own rights and trigger: those of its table do not apply to statements that name the partition.
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

-- Waits until no posting is in progress, before the partitions of entries change. To attach or detach one locks the
-- tables that its foreign keys refer to, and to drop one locks them even for readers; in another order than that of a
-- posting, each would wait for the other.
CREATE FUNCTION lock_for_partitions(p_table text, p_drops boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_table = 'ledger.entry' AND p_drops THEN
    LOCK TABLE ledger.account, ledger.txn IN ACCESS EXCLUSIVE MODE;
  ELSIF p_table = 'ledger.entry' THEN
    LOCK TABLE ledger.account, ledger.txn IN SHARE ROW EXCLUSIVE MODE;
  END IF;
END $$;

-- Creates the missing months of a table, up to p_ahead months after the present one by the database's clock, and
-- returns how many. It waits for locks for a short time only, because others queue behind it, and it runs again the
-- next night.
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

-- Rows of months that have no partition are in the partition <table>_other. When the task that opens months has not run
-- for so long, this turns that partition into the one of all these months, in three steps, each in a transaction of its
-- own: check (true when there are such rows), validate, attach. No row is moved, and nobody waits for more than a
-- moment.
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
  adopt_other_months, drop_empty_months FROM PUBLIC, fws_app;
GRANT EXECUTE ON FUNCTION open_months, adopt_other_months, drop_empty_months TO fws_app;

INSERT INTO monthly_table (name, key, guard) VALUES
  ('ledger.entry', 'month', 'ledger.refuse_change'),
  ('public.state_change', 'at', NULL),
  ('public.audit_log', 'at', 'public.refuse_audit_change'),
  ('public.notification', 'created_at', NULL),
  ('public.provider_event', 'received_at', NULL);

-- The first partition of each table holds what is older than its months. Entries get their month from the database's
-- clock. The others get their time from the clock of a process, so their first partition also holds this month and the
-- next.
DO $$
DECLARE
  v_table monthly_table;
  v_schema text;
  v_name text;
  v_ends date;
BEGIN
  FOR v_table IN SELECT * FROM monthly_table LOOP
    v_schema := split_part(v_table.name, '.', 1);
    v_name := split_part(v_table.name, '.', 2);
    v_ends := date_trunc('month', clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date
      + CASE v_table.key WHEN 'month' THEN interval '0' ELSE interval '2 months' END;
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I.%I FOR VALUES FROM (MINVALUE) TO (%s)',
      v_table.name, v_schema, v_name || '_before', month_bound(v_table.name::regclass, v_table.key, v_ends));
    INSERT INTO month_partition (table_name, partition, starts, ends)
    VALUES (v_table.name, v_name || '_before', '-infinity', v_ends);
    PERFORM guard_partition(v_table.name, v_name || '_before');
    PERFORM create_partition(v_table.name, v_name || '_other', NULL, NULL);
    PERFORM open_months(v_table.name, 6);
  END LOOP;
END $$;
