-- Webhooks become a table of months. A process of the former version answers a webhook with an error, and the provider sends
-- it again.
-- contract: 0151
DROP TRIGGER note_key ON provider_event;
-- contract: 0151
DROP FUNCTION note_provider_event_key();
-- contract: 0153
SELECT partition_by_month('provider_event', 'received_at', NULL);

-- The former version deletes old rows by their place in the table, which every partition has: those of other partitions at
-- the same place must stay. None is deleted before it is 30 days old.
CREATE FUNCTION keep_new_provider_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER keep_new BEFORE DELETE ON provider_event FOR EACH ROW
WHEN (OLD.received_at > now() - interval '29 days') EXECUTE FUNCTION keep_new_provider_event();

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
REVOKE ALL ON FUNCTION drop_empty_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_empty_months TO fws_app;
