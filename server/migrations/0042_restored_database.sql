-- A database that was restored from a backup does not know what was paid out after it. Until its books were compared with
-- the provider's records and two admins have reopened payouts, it pays nothing out.
CREATE TABLE database_restore (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The last moment that the backup knows.
  restored_to timestamptz(3) NOT NULL,
  marked_at timestamptz(3) NOT NULL,
  -- Payouts go out again from then on.
  reopened_at timestamptz(3),
  CHECK (reopened_at >= marked_at)
);
CREATE UNIQUE INDEX database_restore_open ON database_restore ((true)) WHERE reopened_at IS NULL;
REVOKE DELETE, TRUNCATE ON database_restore FROM fws_app;

-- The comparison since the backup is worked out like the other checks of the books, and reopening is one admin's proposal
-- that another agrees to, also when nothing waits.
ALTER TABLE books_run
  DROP CONSTRAINT books_run_kind_check,
  ADD CONSTRAINT books_run_kind_check
    CHECK (kind IN ('measures', 'invariants', 'trial_balance', 'reconciliation', 'after_restore')) NOT VALID;
ALTER TABLE admin_approval
  DROP CONSTRAINT admin_approval_act_check,
  ADD CONSTRAINT admin_approval_act_check
    CHECK (act IN ('dispute_settled', 'matter_decided', 'payouts_reopened')) NOT VALID,
  DROP CONSTRAINT admin_approval_amount_paise_check,
  ADD CONSTRAINT admin_approval_amount_paise_check
    CHECK (amount_paise > 0 OR amount_paise = 0 AND act = 'payouts_reopened') NOT VALID;

-- Numbers that were given out after the backup stand in the provider's records: milestones in the ids of orders and
-- refunds. They must not be given to somebody else, so the sequences go on beyond all that can be lost.
CREATE FUNCTION skip_lost_ids() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sequence record;
BEGIN
  FOR sequence IN
    SELECT format('%I.%I', schemaname, sequencename)::regclass AS id, coalesce(last_value, start_value) AS last
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'job_number'
  LOOP
    PERFORM setval(sequence.id, sequence.last + 1000000);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION skip_lost_ids FROM PUBLIC;
GRANT EXECUTE ON FUNCTION skip_lost_ids TO fws_app;
