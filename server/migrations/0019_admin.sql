-- The admin area: members, approvals, cases, the audit log, settings, and the state after a restore.

CREATE TABLE admin_member (
  user_id bigint PRIMARY KEY REFERENCES user_account (id),
  role text NOT NULL CHECK (role IN ('support', 'finance', 'admin')),
  totp_secret bytea,
  totp_set_at timestamptz,
  totp_last_step bigint NOT NULL DEFAULT 0,
  offered_secret bytea,
  appointed_at timestamptz NOT NULL,
  CHECK (totp_set_at IS NULL OR totp_secret IS NOT NULL)
);
COMMENT ON TABLE admin_member IS 'Admins: users with a role and a second factor';
COMMENT ON COLUMN admin_member.totp_secret IS
  'Of the authenticator app, sealed with FWS_SECRET: the table alone makes no codes';
COMMENT ON COLUMN admin_member.totp_set_at IS 'Null until a first code made with it was given';
COMMENT ON COLUMN admin_member.totp_last_step IS
  'The time step of the last code that was used, so that no code is used twice';
COMMENT ON COLUMN admin_member.offered_secret IS
  'A new secret, until a code made with it was given. The present one stays valid meanwhile';

CREATE TABLE admin_recovery_code (
  user_id bigint NOT NULL REFERENCES admin_member (user_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE admin_recovery_code IS 'Codes that replace an admin''s lost second factor, each once';

CREATE TABLE admin_session (
  session_id bigint PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES admin_member (user_id) ON DELETE CASCADE,
  entered_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL
);
COMMENT ON TABLE admin_session IS
  'Sessions in which an admin gave the second factor. They end with the session, or after some time without use';
COMMENT ON COLUMN admin_session.confirmed_at IS 'When a code was last given: what moves money needs a recent one';
CREATE INDEX admin_session_of_member ON admin_session (user_id);

CREATE TABLE impersonation (
  token_hash bytea CONSTRAINT admin_look_pkey PRIMARY KEY,
  session_id bigint NOT NULL CONSTRAINT admin_look_session_id_key UNIQUE,
  user_id bigint NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT admin_look_session_id_fkey FOREIGN KEY (session_id) REFERENCES admin_session (session_id) ON DELETE CASCADE,
  CONSTRAINT admin_look_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account (id) ON DELETE CASCADE
);
COMMENT ON TABLE impersonation IS
  'Admins who see the product as a user sees it, one user at a time. It ends with the session, with the admin''s '
  'role, or at its time';
COMMENT ON COLUMN impersonation.token_hash IS 'SHA-256 of its token';
CREATE INDEX impersonation_user ON impersonation (user_id);

CREATE TABLE admin_approval (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  act text NOT NULL CHECK (act IN ('dispute_settled', 'case_decided', 'payouts_reopened')),
  subject_id bigint NOT NULL,
  command jsonb NOT NULL,
  amount_paise bigint NOT NULL,
  reason text NOT NULL,
  asked_by bigint NOT NULL REFERENCES user_account (id),
  asked_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'declined')),
  decided_by bigint REFERENCES user_account (id),
  decided_at timestamptz,
  CONSTRAINT admin_approval_amount_paise_check CHECK (amount_paise > 0 OR amount_paise = 0 AND act = 'payouts_reopened'),
  CHECK (decided_by IS DISTINCT FROM asked_by OR state = 'declined'),
  CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state = 'waiting') = (decided_by IS NULL))
);
COMMENT ON TABLE admin_approval IS 'Decisions about so much money that a second admin must agree';
COMMENT ON COLUMN admin_approval.command IS 'What is executed, as act, once it is approved';
COMMENT ON COLUMN admin_approval.reason IS 'Of the admin who asked';
CREATE UNIQUE INDEX admin_approval_one_waiting ON admin_approval (act, subject_id) WHERE state = 'waiting';
CREATE INDEX admin_approval_waiting ON admin_approval (asked_at, id) WHERE state = 'waiting';

CREATE TABLE ops_case (
  id bigint GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME needs_look_id_seq) CONSTRAINT needs_look_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT needs_look_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'),
  subject text NOT NULL,
  amount_paise bigint,
  detail text NOT NULL DEFAULT '',
  raised_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by bigint CONSTRAINT needs_look_resolved_by_fkey REFERENCES user_account (id),
  resolution text CONSTRAINT needs_look_resolution_check CHECK (resolution ~ '^[a-z_]{1,20}$'),
  CONSTRAINT needs_look_check CHECK (resolution IS NULL OR resolved_at IS NOT NULL)
);
COMMENT ON TABLE ops_case IS 'Cases that no rule decides, for admins. One open case for each kind and subject';
COMMENT ON COLUMN ops_case.subject IS 'The id of a refund, a withdrawal, a chargeback …';
COMMENT ON COLUMN ops_case.resolved_at IS 'When an admin decided it, or its cause ended';
COMMENT ON COLUMN ops_case.resolution IS 'What an admin decided; null: its cause ended';
CREATE UNIQUE INDEX ops_case_open ON ops_case (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX ops_case_due ON ops_case (due_at, id) WHERE resolved_at IS NULL;
-- Whether the same was decided before.
CREATE INDEX ops_case_subject ON ops_case (kind, subject) WHERE resolution IS NOT NULL;

CREATE SEQUENCE audit_log_number;
CREATE TABLE audit_log (
  id bigint NOT NULL DEFAULT nextval('audit_log_number'),
  admin_id bigint CONSTRAINT audit_act_admin_id_fkey REFERENCES user_account (id),
  act text NOT NULL CONSTRAINT audit_act_act_check CHECK (act ~ '^[a-z_]{1,60}$'),
  subject text NOT NULL CONSTRAINT audit_act_subject_check CHECK (subject ~ '^[a-z_]{1,40}$'),
  subject_id text NOT NULL,
  reason text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz(3) NOT NULL
) PARTITION BY RANGE (at);
COMMENT ON TABLE audit_log IS
  'Everything that admins did, and every time that one read identity data. Rows are only added. Partitioned by '
  'month';
COMMENT ON COLUMN audit_log.admin_id IS 'Null: the command line';

-- The first partition. Later ones copy its keys and indexes (0020_months.sql).
CREATE TABLE audit_log_before (
  LIKE audit_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
  CONSTRAINT audit_act_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_newest ON audit_log_before (at DESC, id DESC);
CREATE INDEX audit_log_admin ON audit_log_before (admin_id, at DESC, id DESC);
CREATE INDEX audit_log_subject ON audit_log_before (subject, subject_id, at DESC, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
REVOKE UPDATE, DELETE ON audit_log FROM fws_app;

CREATE TABLE books_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('measures', 'invariants', 'trial_balance', 'reconciliation', 'after_restore')),
  asked_by bigint REFERENCES user_account (id),
  asked_at timestamptz(3) NOT NULL,
  statement jsonb,
  finished_at timestamptz(3),
  result jsonb,
  CHECK ((finished_at IS NULL) = (result IS NULL))
);
COMMENT ON TABLE books_run IS 'Reports about the books. A task computes them, because a page cannot wait for them';
COMMENT ON COLUMN books_run.asked_by IS 'The admin; null: the timer';
COMMENT ON COLUMN books_run.statement IS
  'The lines of a provider''s statement that an admin uploaded for comparison, where the provider lists no '
  'transfers';
COMMENT ON COLUMN books_run.result IS 'Depends on the kind';
-- Asked for again while it runs, it is the same report.
CREATE UNIQUE INDEX books_run_one ON books_run (kind) WHERE finished_at IS NULL;
CREATE INDEX books_run_newest ON books_run (kind, id DESC);

CREATE TABLE setting_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL CHECK (key ~ '^[a-z_]{1,60}$'),
  value bigint NOT NULL CHECK (value >= 0),
  effective_at timestamptz(3) NOT NULL,
  set_by bigint NOT NULL REFERENCES user_account (id),
  set_at timestamptz(3) NOT NULL,
  reason text NOT NULL CHECK (reason <> '')
);
COMMENT ON TABLE setting_change IS
  'What admins change while the product runs. The newest change that is in effect holds; without one, the '
  'environment''s setting. Rows are only added';
CREATE INDEX setting_change_of_key ON setting_change (key, effective_at DESC, id DESC);

CREATE FUNCTION refuse_setting_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'setting_change is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_change
FOR EACH STATEMENT EXECUTE FUNCTION refuse_setting_change();
REVOKE UPDATE, DELETE, TRUNCATE ON setting_change FROM fws_app;

CREATE TABLE business_enquiry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  purpose text NOT NULL,
  heard_from text NOT NULL,
  company text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address1 text NOT NULL,
  address2 text NOT NULL,
  address3 text NOT NULL,
  requirement text NOT NULL,
  user_id bigint REFERENCES user_account (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  answered_at timestamptz,
  answered_by bigint REFERENCES user_account (id)
);
COMMENT ON TABLE business_enquiry IS 'Enquiries of companies from the page For Business. Personal data';
COMMENT ON COLUMN business_enquiry.heard_from IS 'How the company heard of FWS';
CREATE INDEX business_enquiry_newest ON business_enquiry (created_at DESC, id DESC);
CREATE INDEX business_enquiry_open ON business_enquiry (created_at, id) WHERE answered_at IS NULL;

CREATE TABLE notify_me (
  email text PRIMARY KEY CHECK (email = lower(email)),
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE notify_me IS 'Addresses that visitors left on the landing page. Personal data';

CREATE TABLE database_restore (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  restored_to timestamptz(3) NOT NULL,
  marked_at timestamptz(3) NOT NULL,
  reopened_at timestamptz(3),
  CHECK (reopened_at >= marked_at)
);
COMMENT ON TABLE database_restore IS
  'When the database was restored from a backup. It does not know what was paid out after the backup, so it pays '
  'nothing out until its books were compared with the providers'' records and two admins have reopened payouts '
  '(docs/restore.md)';
COMMENT ON COLUMN database_restore.restored_to IS 'The last moment that the backup contains';
COMMENT ON COLUMN database_restore.reopened_at IS 'Payouts go out again since then; null: not yet';
CREATE UNIQUE INDEX database_restore_open ON database_restore ((true)) WHERE reopened_at IS NULL;
REVOKE DELETE, TRUNCATE ON database_restore FROM fws_app;

-- Numbers that were assigned after the backup are in the providers' records: ids of milestones are in those of orders
-- and refunds. They must not be assigned to something else, so the sequences continue beyond everything that can be
-- lost.
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
