-- What the people of FWS look things up in, what became of everything, and whom they look as.

-- Every step of what has a lifecycle: written by the tables themselves, so that none is forgotten, and changed by nobody.
CREATE TABLE state_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL CHECK (subject ~ '^[a-z_]{1,40}$'),
  subject_id text NOT NULL,
  -- Where it is part of a job.
  job_id bigint,
  -- The column: a milestone has its money, its work and a hold.
  track text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  -- Whose call it was; null: the provider's word, a timer, or what follows from another step.
  by_user bigint,
  at timestamptz(3) NOT NULL
);
CREATE INDEX state_change_of_subject ON state_change (subject, subject_id, id);
CREATE INDEX state_change_of_job ON state_change (job_id, id) WHERE job_id IS NOT NULL;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON state_change FROM fws_app;

-- Arguments: the subject, its key's column, its job's column (or ''), its time's column (or ''), then the tracks.
CREATE FUNCTION note_state_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  is_now jsonb := to_jsonb(NEW);
  track text;
BEGIN
  FOREACH track IN ARRAY TG_ARGV[4:] LOOP
    CONTINUE WHEN was->track = is_now->track;
    INSERT INTO public.state_change (subject, subject_id, job_id, track, from_state, to_state, by_user, at)
    VALUES (
      TG_ARGV[0], is_now->>TG_ARGV[1], (is_now->>TG_ARGV[2])::bigint, track, was->>track, is_now->>track,
      nullif(current_setting('fws.actor', true), '')::bigint,
      -- By the product's clock where the row has it.
      CASE WHEN was->TG_ARGV[3] IS DISTINCT FROM is_now->TG_ARGV[3]
        THEN coalesce((is_now->>TG_ARGV[3])::timestamptz, now()) ELSE now() END
    );
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER note_state AFTER UPDATE OF state ON job
FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION note_state_change('job', 'id', 'id', '', 'state');
CREATE TRIGGER note_state AFTER UPDATE OF state ON quote
FOR EACH ROW WHEN (OLD.state <> NEW.state)
EXECUTE FUNCTION note_state_change('quote', 'id', 'job_id', 'decided_at', 'state');
CREATE TRIGGER note_state AFTER UPDATE OF fund_state, work_state, on_hold ON milestone
FOR EACH ROW WHEN (
  OLD.fund_state <> NEW.fund_state OR OLD.work_state <> NEW.work_state OR OLD.on_hold <> NEW.on_hold)
EXECUTE FUNCTION note_state_change('milestone', 'id', 'job_id', 'changed_at', 'work_state', 'fund_state', 'on_hold');
CREATE TRIGGER note_state AFTER UPDATE OF state ON escrow_order
FOR EACH ROW WHEN (OLD.state <> NEW.state)
EXECUTE FUNCTION note_state_change('order', 'id', '', '', 'state');
CREATE TRIGGER note_state AFTER UPDATE OF state ON refund
FOR EACH ROW WHEN (OLD.state <> NEW.state)
EXECUTE FUNCTION note_state_change('refund', 'id', '', 'finished_at', 'state');
CREATE TRIGGER note_state AFTER UPDATE OF state ON chargeback
FOR EACH ROW WHEN (OLD.state <> NEW.state)
EXECUTE FUNCTION note_state_change('chargeback', 'chargeback_id', '', '', 'state');
CREATE TRIGGER note_state AFTER UPDATE OF state ON withdrawal
FOR EACH ROW WHEN (OLD.state <> NEW.state)
EXECUTE FUNCTION note_state_change('withdrawal', 'id', '', 'finished_at', 'state');
CREATE TRIGGER note_state AFTER UPDATE OF state ON dispute
FOR EACH ROW WHEN (OLD.state <> NEW.state)
EXECUTE FUNCTION note_state_change('dispute', 'id', 'job_id', 'closed_at', 'state');

-- Newest first, all of them or those in one state.
CREATE INDEX job_state_newest ON job (state, id DESC);
CREATE INDEX contract_newest ON contract (awarded_at DESC, job_id DESC);
CREATE INDEX contract_newest_completed ON contract (awarded_at DESC, job_id DESC) WHERE completed_at IS NOT NULL;
CREATE INDEX contract_newest_cancelled ON contract (awarded_at DESC, job_id DESC) WHERE cancelled_at IS NOT NULL;
CREATE INDEX contract_newest_under_way ON contract (awarded_at DESC, job_id DESC)
  WHERE completed_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX escrow_order_newest ON escrow_order (created_at DESC, id DESC);
CREATE INDEX escrow_order_state_newest ON escrow_order (state, created_at DESC, id DESC);
CREATE INDEX withdrawal_state_newest ON withdrawal (state, id DESC);

-- How each is found: by words of a job's title, by the provider's numbers, by whose it is.
CREATE INDEX job_title_words ON job USING gin (to_tsvector('simple'::regconfig, title));
CREATE INDEX escrow_order_poster ON escrow_order (poster_id);
CREATE INDEX payment_by_id ON payment (payment_id);
CREATE INDEX payment_by_bank_reference ON payment (bank_reference) WHERE bank_reference IS NOT NULL;
CREATE INDEX chargeback_by_id ON chargeback (chargeback_id);
CREATE INDEX chargeback_order ON chargeback (order_id);
CREATE INDEX withdrawal_utr ON withdrawal (utr) WHERE utr IS NOT NULL;
CREATE INDEX txn_job ON ledger.txn (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX txn_withdrawal ON ledger.txn (withdrawal_id) WHERE withdrawal_id IS NOT NULL;

-- Somebody of FWS looks as a user sees. It ends with the session it was begun in, with their role, or at its time.
CREATE TABLE admin_look (
  token_hash bytea PRIMARY KEY,
  -- One look at a time in a session.
  admin_session bytea NOT NULL UNIQUE REFERENCES admin_session (token_hash) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  ends_at timestamptz NOT NULL
);
CREATE INDEX admin_look_of_user ON admin_look (user_id);
