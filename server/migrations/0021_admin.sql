-- The people of FWS who decide. They are users like all others, with a role and a second factor.
CREATE TABLE admin_member (
  user_id bigint PRIMARY KEY REFERENCES user_account (id),
  role text NOT NULL CHECK (role IN ('support', 'finance', 'admin')),
  -- Sealed with the server's secret: the table alone makes no codes.
  totp_secret bytea,
  -- Null until a first code made with it has come back.
  totp_set_at timestamptz,
  -- The time step of the last code that was used: no code counts twice.
  totp_last_step bigint NOT NULL DEFAULT 0,
  appointed_at timestamptz NOT NULL,
  CHECK (totp_set_at IS NULL OR totp_secret IS NOT NULL)
);

CREATE TABLE admin_recovery_code (
  user_id bigint NOT NULL REFERENCES admin_member (user_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- A session in which the second factor was given. It ends with that session, or when nothing was done for a while.
CREATE TABLE admin_session (
  token_hash bytea PRIMARY KEY REFERENCES session (token_hash) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES admin_member (user_id) ON DELETE CASCADE,
  entered_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  -- When a code was last given: what moves money asks for one that is not old.
  confirmed_at timestamptz NOT NULL
);
CREATE INDEX admin_session_of_member ON admin_session (user_id);

-- Every act of an admin, and every look at identity data. Nobody changes it, the application cannot.
CREATE TABLE audit_act (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: done by FWS's own command line.
  admin_id bigint REFERENCES user_account (id),
  act text NOT NULL CHECK (act ~ '^[a-z_]{1,60}$'),
  subject text NOT NULL CHECK (subject ~ '^[a-z_]{1,40}$'),
  subject_id text NOT NULL,
  reason text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz(3) NOT NULL
);
CREATE INDEX audit_act_newest ON audit_act (at DESC, id DESC);
CREATE INDEX audit_act_of_admin ON audit_act (admin_id, at DESC, id DESC);
CREATE INDEX audit_act_of_subject ON audit_act (subject, subject_id, at DESC, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'audit_act is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_act
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_act FROM fws_app;
