-- The schema after all migrations, for reading. Written by `npm run schema`; do not edit.
-- Months of partitioned tables, the tables of the queue and rows are left out.

CREATE SCHEMA ledger;
GRANT USAGE ON SCHEMA ledger TO fws_app;

CREATE EXTENSION pg_trgm;

GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO fws_app;
GRANT USAGE ON SCHEMA public TO fws_queue;

CREATE SEQUENCE audit_log_number START 1;
GRANT USAGE ON SEQUENCE audit_log_number TO fws_app;

CREATE SEQUENCE job_number START 4801;
GRANT USAGE ON SEQUENCE job_number TO fws_app;

CREATE SEQUENCE message_attachment_number START 1;
GRANT USAGE ON SEQUENCE message_attachment_number TO fws_app;

CREATE SEQUENCE message_version_number START 1;
GRANT USAGE ON SEQUENCE message_version_number TO fws_app;

CREATE SEQUENCE notification_number START 1;
GRANT USAGE ON SEQUENCE notification_number TO fws_app;

CREATE SEQUENCE provider_event_number START 1;
GRANT USAGE ON SEQUENCE provider_event_number TO fws_app;

CREATE SEQUENCE release_event START 1;
GRANT USAGE ON SEQUENCE release_event TO fws_app;

CREATE SEQUENCE review_attachment_number START 1;
GRANT USAGE ON SEQUENCE review_attachment_number TO fws_app;

CREATE SEQUENCE security_event_id START 1;
GRANT USAGE ON SEQUENCE security_event_id TO fws_app;

CREATE SEQUENCE state_change_number START 1;
GRANT USAGE ON SEQUENCE state_change_number TO fws_app;

-- What an account was used with: a browser, a network address, a payout account, an identity. Accounts with the same value are linked (docs/security.md)
CREATE TABLE account_signal (
  user_id bigint NOT NULL,
  kind text NOT NULL,
  -- A keyed hash of the value, which itself is not stored
  value_hash bytea NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  -- Updated once a day at most
  last_seen_at timestamptz(3) NOT NULL,
  CONSTRAINT account_signal_pkey PRIMARY KEY (user_id, kind, value_hash),
  CONSTRAINT account_signal_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT account_signal_kind_check CHECK (kind IN ('device', 'address', 'payout_account', 'identity'))
);
CREATE INDEX account_signal_seen ON account_signal (last_seen_at);
CREATE INDEX account_signal_value ON account_signal (kind, value_hash);
GRANT DELETE, INSERT, SELECT, UPDATE ON account_signal TO fws_app;

-- Decisions about so much money that a second admin must agree
CREATE TABLE admin_approval (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  act text NOT NULL,
  subject_id bigint NOT NULL,
  -- What is executed, as act, once it is approved
  command jsonb NOT NULL,
  amount_paise bigint NOT NULL,
  -- Of the admin who asked
  reason text NOT NULL,
  asked_by bigint NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  decided_by bigint,
  decided_at timestamptz,
  CONSTRAINT admin_approval_pkey PRIMARY KEY (id),
  CONSTRAINT admin_approval_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES user_account(id),
  CONSTRAINT admin_approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES user_account(id),
  CONSTRAINT admin_approval_act_check CHECK (act IN ('dispute_settled', 'case_decided', 'payouts_reopened')),
  CONSTRAINT admin_approval_amount_paise_check CHECK (amount_paise > 0 OR amount_paise = 0 AND act = 'payouts_reopened'),
  CONSTRAINT admin_approval_check CHECK (decided_by IS DISTINCT FROM asked_by OR state = 'declined'),
  CONSTRAINT admin_approval_check1 CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state = 'waiting') = (decided_by IS NULL)),
  CONSTRAINT admin_approval_state_check CHECK (state IN ('waiting', 'approved', 'declined'))
);
CREATE UNIQUE INDEX admin_approval_one_waiting ON admin_approval (act, subject_id) WHERE state = 'waiting';
CREATE INDEX admin_approval_waiting ON admin_approval (asked_at, id) WHERE state = 'waiting';
GRANT DELETE, INSERT, SELECT, UPDATE ON admin_approval TO fws_app;

-- Admins: users with a role and a second factor
CREATE TABLE admin_member (
  user_id bigint NOT NULL,
  role text NOT NULL,
  -- Of the authenticator app, sealed with FWS_SECRET: the table alone makes no codes
  totp_secret bytea,
  -- Null until a first code made with it was given
  totp_set_at timestamptz,
  -- The time step of the last code that was used, so that no code is used twice
  totp_last_step bigint DEFAULT 0 NOT NULL,
  -- A new secret, until a code made with it was given. The present one stays valid meanwhile
  offered_secret bytea,
  appointed_at timestamptz NOT NULL,
  CONSTRAINT admin_member_pkey PRIMARY KEY (user_id),
  CONSTRAINT admin_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT admin_member_check CHECK (totp_set_at IS NULL OR totp_secret IS NOT NULL),
  CONSTRAINT admin_member_role_check CHECK (role IN ('support', 'finance', 'admin'))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON admin_member TO fws_app;

-- Codes that replace an admin's lost second factor, each once
CREATE TABLE admin_recovery_code (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT admin_recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT admin_recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_member(user_id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON admin_recovery_code TO fws_app;

-- Sessions in which an admin gave the second factor. They end with the session, or after some time without use
CREATE TABLE admin_session (
  session_id bigint NOT NULL,
  user_id bigint NOT NULL,
  entered_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  -- When a code was last given: what moves money needs a recent one
  confirmed_at timestamptz NOT NULL,
  CONSTRAINT admin_session_pkey PRIMARY KEY (session_id),
  CONSTRAINT admin_session_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  CONSTRAINT admin_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES admin_member(user_id) ON DELETE CASCADE
);
CREATE INDEX admin_session_of_member ON admin_session (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON admin_session TO fws_app;

-- How often something was attempted in a window of time, for limits
CREATE TABLE attempt_counter (
  -- The limit
  scope text NOT NULL,
  -- SHA-256 of whom it limits: an address, an account, a network address
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  CONSTRAINT attempt_counter_pkey PRIMARY KEY (scope, subject, window_start)
);
CREATE INDEX attempt_counter_by_window ON attempt_counter (window_start);
GRANT DELETE, INSERT, SELECT, UPDATE ON attempt_counter TO fws_app;

-- Everything that admins did, and every time that one read identity data. Rows are only added. Partitioned by month
CREATE TABLE audit_log (
  id bigint DEFAULT nextval('audit_log_number') NOT NULL,
  -- Null: the command line
  admin_id bigint,
  act text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  reason text DEFAULT '' NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT audit_act_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES user_account(id),
  CONSTRAINT audit_act_act_check CHECK (act ~ '^[a-z_]{1,60}$'),
  CONSTRAINT audit_act_subject_check CHECK (subject ~ '^[a-z_]{1,40}$')
) PARTITION BY RANGE (at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
GRANT INSERT, SELECT ON audit_log TO fws_app;

-- The first partition of audit_log. Every partition has these keys and indexes.
ALTER TABLE audit_log_before ADD CONSTRAINT audit_act_pkey PRIMARY KEY (id);
CREATE INDEX audit_log_admin ON audit_log_before (admin_id, at DESC, id DESC);
CREATE INDEX audit_log_newest ON audit_log_before (at DESC, id DESC);
CREATE INDEX audit_log_subject ON audit_log_before (subject, subject_id, at DESC, id DESC);

-- Authenticator apps (TOTP) as second factors of users
CREATE TABLE authenticator (
  user_id bigint NOT NULL,
  -- Sealed with FWS_SECRET: the table alone makes no codes
  secret bytea NOT NULL,
  -- Null until a first code made with the secret was given
  set_at timestamptz,
  -- The time step of the last code that was used, so that no code is used twice
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT authenticator_pkey PRIMARY KEY (user_id),
  CONSTRAINT authenticator_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON authenticator TO fws_app;

-- When a worker usually takes work, in days and times of India. Who has said nothing has no row
CREATE TABLE availability (
  user_id bigint NOT NULL,
  -- mon, tue … of the week. Empty: not said
  days text[] NOT NULL,
  -- After midnight; null: not said
  from_minute smallint,
  -- After midnight, of the next day where it is before from_minute; null: not said
  to_minute smallint,
  -- [{from, to}] in days, the last one included, in order and apart from each other
  holidays jsonb NOT NULL,
  -- The day on which they take work again; null: they take work
  away_until date,
  CONSTRAINT availability_pkey PRIMARY KEY (user_id),
  CONSTRAINT availability_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT availability_check CHECK ((from_minute IS NULL) = (to_minute IS NULL)),
  CONSTRAINT availability_check1 CHECK (from_minute <> to_minute),
  CONSTRAINT availability_days_check CHECK (days <@ ARRAY['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
  CONSTRAINT availability_from_minute_check CHECK (from_minute >= 0 AND from_minute <= 1439),
  CONSTRAINT availability_holidays_check CHECK (jsonb_typeof(holidays) = 'array' AND jsonb_array_length(holidays) <= 20),
  CONSTRAINT availability_to_minute_check CHECK (to_minute >= 0 AND to_minute <= 1439)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON availability TO fws_app;

-- Reports about the books. A task computes them, because a page cannot wait for them
CREATE TABLE books_run (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  -- The admin; null: the timer
  asked_by bigint,
  asked_at timestamptz(3) NOT NULL,
  -- The lines of a provider's statement that an admin uploaded for comparison, where the provider lists no transfers
  statement jsonb,
  finished_at timestamptz(3),
  -- Depends on the kind
  result jsonb,
  CONSTRAINT books_run_pkey PRIMARY KEY (id),
  CONSTRAINT books_run_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES user_account(id),
  CONSTRAINT books_run_check CHECK ((finished_at IS NULL) = (result IS NULL)),
  CONSTRAINT books_run_kind_check CHECK (kind IN ('measures', 'invariants', 'trial_balance', 'reconciliation', 'after_restore'))
);
CREATE INDEX books_run_newest ON books_run (kind, id DESC);
CREATE UNIQUE INDEX books_run_one ON books_run (kind) WHERE finished_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON books_run TO fws_app;

-- Enquiries of companies from the page For Business. Personal data
CREATE TABLE business_enquiry (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  purpose text NOT NULL,
  -- How the company heard of FWS
  heard_from text NOT NULL,
  company text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address1 text NOT NULL,
  address2 text NOT NULL,
  address3 text NOT NULL,
  requirement text NOT NULL,
  user_id bigint,
  created_at timestamptz(3) NOT NULL,
  answered_at timestamptz,
  answered_by bigint,
  CONSTRAINT business_enquiry_pkey PRIMARY KEY (id),
  CONSTRAINT business_enquiry_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES user_account(id),
  CONSTRAINT business_enquiry_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE SET NULL
);
CREATE INDEX business_enquiry_newest ON business_enquiry (created_at DESC, id DESC);
CREATE INDEX business_enquiry_open ON business_enquiry (created_at, id) WHERE answered_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON business_enquiry TO fws_app;

-- Categories of jobs. Admins add, rename and hide them
CREATE TABLE category (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  -- The name in Hindi
  name_hi text NOT NULL,
  -- The work is done face to face: a payment request has a shorter wait
  in_person boolean DEFAULT true NOT NULL,
  "position" integer NOT NULL,
  -- Hidden categories are not offered; their jobs stay
  hidden_at timestamptz,
  -- The key of its words in server/data/search-synonyms.txt and of what is proposed for its jobs. It never changes, unlike the name. Null: added by an admin
  trade text,
  CONSTRAINT category_pkey PRIMARY KEY (id),
  CONSTRAINT category_name_key UNIQUE (name)
);
GRANT INSERT, SELECT, UPDATE ON category TO fws_app;

-- Certificates of a user
CREATE TABLE certificate (
  file_id uuid NOT NULL,
  user_id bigint NOT NULL,
  -- The order in which they were added
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT certificate_pkey PRIMARY KEY (file_id),
  CONSTRAINT certificate_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  CONSTRAINT certificate_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX certificate_of_user ON certificate (user_id, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON certificate TO fws_app;

-- A change of the plan of an awarded job that one side proposed
CREATE TABLE change_order (
  job_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- overtaken: a milestone that it changes was paid, or the job ended
  state text DEFAULT 'proposed' NOT NULL,
  -- Who made the last proposal
  side text NOT NULL,
  -- How many proposals were made
  turns smallint DEFAULT 1 NOT NULL,
  -- The version of the plan that it changes
  plan_version integer NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  -- When the last proposal lapses
  due_at timestamptz NOT NULL,
  closed_at timestamptz,
  CONSTRAINT change_order_pkey PRIMARY KEY (job_id, id),
  CONSTRAINT change_order_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT change_order_check CHECK ((state = 'proposed') = (closed_at IS NULL)),
  CONSTRAINT change_order_plan_version_check CHECK (plan_version >= 1),
  CONSTRAINT change_order_side_check CHECK (side IN ('poster', 'worker')),
  CONSTRAINT change_order_state_check CHECK (state IN ('proposed', 'agreed', 'refused', 'withdrawn', 'lapsed', 'overtaken')),
  CONSTRAINT change_order_turns_check CHECK (turns >= 1 AND turns <= 6)
);
CREATE INDEX change_order_due ON change_order (due_at) WHERE closed_at IS NULL;
CREATE INDEX change_order_id ON change_order (id);
CREATE INDEX change_order_listed ON change_order (job_id, opened_at DESC, id DESC);
CREATE UNIQUE INDEX change_order_open ON change_order (job_id) WHERE closed_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON change_order TO fws_app;

-- What one side proposed. Rows are never changed
CREATE TABLE change_order_turn (
  job_id bigint NOT NULL,
  change_id bigint NOT NULL,
  turn smallint NOT NULL,
  side text NOT NULL,
  -- [{kind: change, milestoneId, name, amountPaise} | {kind: remove, milestoneId} | {kind: add, name, amountPaise}]
  changes jsonb NOT NULL,
  -- What the whole job would cost
  total_paise bigint NOT NULL,
  -- Another day by which the work is done; null: the day stays as it is
  finish_by date,
  note text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT change_order_turn_pkey PRIMARY KEY (job_id, change_id, turn),
  CONSTRAINT change_order_turn_job_id_change_id_fkey FOREIGN KEY (job_id, change_id) REFERENCES change_order(job_id, id),
  CONSTRAINT change_order_turn_note_check CHECK (length(note) <= 1000),
  CONSTRAINT change_order_turn_side_check CHECK (side IN ('poster', 'worker')),
  CONSTRAINT change_order_turn_total_paise_check CHECK (total_paise > 0),
  CONSTRAINT change_order_turn_turn_check CHECK (turn >= 1 AND turn <= 6)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON change_order_turn TO fws_app;

-- Who agreed to which channel, when, to which version of the text, and when they withdrew it
CREATE TABLE channel_consent (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  channel text NOT NULL,
  -- The mobile number; empty for push. Another number needs another consent
  contact text NOT NULL,
  -- Of the text that they agreed to
  version text NOT NULL,
  locale text NOT NULL,
  agreed_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  -- Where it was withdrawn: settings or whatsapp
  withdrawn_by text,
  CONSTRAINT channel_consent_pkey PRIMARY KEY (id),
  CONSTRAINT channel_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT channel_consent_channel_check CHECK (channel IN ('push', 'whatsapp')),
  CONSTRAINT channel_consent_check CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
CREATE UNIQUE INDEX channel_consent_current ON channel_consent (user_id, channel) WHERE withdrawn_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_consent TO fws_app;

-- Payments that the payer's bank asks back
CREATE TABLE chargeback (
  provider text NOT NULL,
  chargeback_id text NOT NULL,
  order_id text NOT NULL,
  payment_id text NOT NULL,
  milestone_id bigint,
  amount_paise bigint NOT NULL,
  state text NOT NULL,
  -- What the provider has taken from us now, out of the milestone's escrow
  escrow_paise bigint DEFAULT 0 NOT NULL,
  -- What the provider has taken from us now, beyond escrow
  receivable_paise bigint DEFAULT 0 NOT NULL,
  -- Of receivable_paise: what nobody is asked to pay any more
  written_off_paise bigint DEFAULT 0 NOT NULL,
  -- How often the money was taken: a bank that lost may come back
  takings integer DEFAULT 0 NOT NULL,
  reason text NOT NULL,
  respond_by timestamptz,
  -- When the provider last changed it, by the provider's clock
  changed_at timestamptz,
  opened_at timestamptz NOT NULL,
  CONSTRAINT chargeback_pkey PRIMARY KEY (provider, chargeback_id),
  CONSTRAINT chargeback_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT chargeback_order_id_fkey FOREIGN KEY (order_id) REFERENCES escrow_order(id),
  CONSTRAINT chargeback_provider_payment_id_fkey FOREIGN KEY (provider, payment_id) REFERENCES payment(provider, payment_id),
  CONSTRAINT chargeback_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT chargeback_check CHECK ((escrow_paise + receivable_paise) = 0 OR (escrow_paise + receivable_paise) = amount_paise),
  CONSTRAINT chargeback_check1 CHECK (written_off_paise = 0 OR written_off_paise = receivable_paise),
  CONSTRAINT chargeback_escrow_paise_check CHECK (escrow_paise >= 0),
  CONSTRAINT chargeback_milestone_known CHECK (milestone_id IS NOT NULL OR escrow_paise = 0),
  CONSTRAINT chargeback_receivable_paise_check CHECK (receivable_paise >= 0),
  CONSTRAINT chargeback_state_check CHECK (state IN ('open', 'won', 'lost'))
);
CREATE INDEX chargeback_by_id ON chargeback (chargeback_id);
CREATE INDEX chargeback_milestone ON chargeback (milestone_id);
CREATE INDEX chargeback_open ON chargeback (opened_at) WHERE state = 'open';
CREATE INDEX chargeback_order ON chargeback (order_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON chargeback TO fws_app;

-- Who is connected with whom: a row for each side, so that either side reads its own by one index. The row of the lower id is written and removed first, so that both directions lock in the same order
CREATE TABLE connection (
  user_id bigint NOT NULL,
  other_id bigint NOT NULL,
  connected_at timestamptz(3) NOT NULL,
  CONSTRAINT connection_pkey PRIMARY KEY (user_id, other_id),
  CONSTRAINT connection_other_id_fkey FOREIGN KEY (other_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT connection_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT connection_check CHECK (user_id <> other_id)
);
CREATE INDEX connection_newest ON connection (user_id, connected_at DESC, other_id DESC);
CREATE INDEX connection_other ON connection (other_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON connection TO fws_app;

-- Which version of a notice a user agreed to, in which language, when. Rows are never changed
CREATE TABLE consent (
  user_id bigint NOT NULL,
  -- adult: that they are of age
  notice text NOT NULL,
  version text NOT NULL,
  locale text NOT NULL,
  -- The header X-FWS-Client
  client text NOT NULL,
  agreed_at timestamptz NOT NULL,
  CONSTRAINT consent_pkey PRIMARY KEY (user_id, notice, version),
  CONSTRAINT consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT consent_locale_check CHECK (locale IN ('en', 'hi')),
  CONSTRAINT consent_notice_check CHECK (notice IN ('terms', 'privacy', 'adult'))
);
GRANT DELETE, INSERT, SELECT ON consent TO fws_app;

-- Awarded jobs: who does the work, for whom, for how much. One for each job
CREATE TABLE contract (
  job_id bigint NOT NULL,
  quote_id bigint NOT NULL,
  poster_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  total_paise bigint NOT NULL,
  term text NOT NULL,
  awarded_at timestamptz NOT NULL,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- Why a completed contract does not count in user_account.completed_projects: the accounts are linked, less than ₹100 was released, or nothing was. Null: it counts
  uncounted_reason text,
  -- The day in India by which the work is done: that of the quote, then of each agreed change; null: none was agreed
  finish_by date,
  CONSTRAINT contract_pkey PRIMARY KEY (job_id),
  CONSTRAINT contract_quote_id_key UNIQUE (quote_id),
  CONSTRAINT contract_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT contract_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT contract_quote_id_fkey FOREIGN KEY (quote_id) REFERENCES quote(id),
  CONSTRAINT contract_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT contract_check CHECK (poster_id <> worker_id),
  CONSTRAINT contract_term_check CHECK (term IN ('terms', 'milestone', 'completion')),
  CONSTRAINT contract_total_paise_check CHECK (total_paise > 0),
  CONSTRAINT contract_uncounted_reason_check CHECK (uncounted_reason IN ('linked', 'small', 'unpaid'))
);
CREATE INDEX contract_newest ON contract (awarded_at DESC, job_id DESC);
CREATE INDEX contract_newest_cancelled ON contract (awarded_at DESC, job_id DESC) WHERE cancelled_at IS NOT NULL;
CREATE INDEX contract_newest_completed ON contract (awarded_at DESC, job_id DESC) WHERE completed_at IS NOT NULL;
CREATE INDEX contract_newest_under_way ON contract (awarded_at DESC, job_id DESC) WHERE completed_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX contract_poster ON contract (poster_id, awarded_at DESC, job_id DESC);
CREATE INDEX contract_poster_open ON contract (poster_id, awarded_at DESC, job_id DESC) WHERE completed_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX contract_worker ON contract (worker_id, awarded_at DESC, job_id DESC);
CREATE INDEX contract_worker_open ON contract (worker_id, awarded_at DESC, job_id DESC) WHERE completed_at IS NULL AND cancelled_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON contract TO fws_app;

-- One for each job and worker. The lock of its row gives messages their numbers
CREATE TABLE conversation (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  poster_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The number of its newest message
  last_number integer DEFAULT 0 NOT NULL,
  -- When its newest message was sent
  last_at timestamptz NOT NULL,
  -- The number of the last message that the poster has seen
  poster_read integer DEFAULT 0 NOT NULL,
  -- The number of the last message that the worker has seen
  worker_read integer DEFAULT 0 NOT NULL,
  -- Messages of the worker that the poster has not seen
  poster_unread integer DEFAULT 0 NOT NULL,
  -- Messages of the poster that the worker has not seen
  worker_unread integer DEFAULT 0 NOT NULL,
  -- When the side with unread messages is notified of them; null: nothing is unread, or there is nothing more to notify of
  notify_at timestamptz,
  -- When the side with unread messages was notified of them; null: it was not. Reading clears both
  notified_at timestamptz,
  -- Whether the poster is not notified of unread messages
  poster_muted boolean DEFAULT false NOT NULL,
  -- Whether the worker is not notified of unread messages
  worker_muted boolean DEFAULT false NOT NULL,
  -- Whether the poster has it in their archive
  poster_archived boolean DEFAULT false NOT NULL,
  -- Whether the worker has it in their archive
  worker_archived boolean DEFAULT false NOT NULL,
  -- All its messages were masked by this version of the contact filter, or by a later one
  masked_version smallint DEFAULT 0 NOT NULL,
  -- No message is older; none is newer than last_at. The two name the months to read. The default is before the first message of all
  started_at timestamptz DEFAULT '2026-10-31 18:30:00+00'::timestamptz NOT NULL,
  CONSTRAINT conversation_pkey PRIMARY KEY (job_id, worker_id),
  CONSTRAINT conversation_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT conversation_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT conversation_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT conversation_check CHECK (poster_id <> worker_id),
  CONSTRAINT conversation_check1 CHECK (poster_read >= 0 AND poster_read <= last_number AND worker_read >= 0 AND worker_read <= last_number),
  CONSTRAINT conversation_check2 CHECK (poster_unread >= 0 AND poster_unread <= last_number AND worker_unread >= 0 AND worker_unread <= last_number),
  CONSTRAINT conversation_notified_check CHECK (notify_at IS NULL OR notified_at IS NULL),
  CONSTRAINT conversation_unread_check CHECK (poster_unread = 0 OR worker_unread = 0)
);
CREATE INDEX conversation_masked_version ON conversation (masked_version);
CREATE INDEX conversation_notify ON conversation (notify_at) WHERE notify_at IS NOT NULL;
CREATE INDEX conversation_poster_archived ON conversation (poster_id, last_at DESC, id DESC) WHERE poster_archived;
CREATE INDEX conversation_poster_listed ON conversation (poster_id, last_at DESC, id DESC) WHERE NOT poster_archived;
CREATE INDEX conversation_poster_unread_listed ON conversation (poster_id, last_at DESC, id DESC) WHERE poster_unread > 0 AND NOT poster_archived;
CREATE INDEX conversation_worker_archived ON conversation (worker_id, last_at DESC, id DESC) WHERE worker_archived;
CREATE INDEX conversation_worker_listed ON conversation (worker_id, last_at DESC, id DESC) WHERE NOT worker_archived;
CREATE INDEX conversation_worker_unread_listed ON conversation (worker_id, last_at DESC, id DESC) WHERE worker_unread > 0 AND NOT worker_archived;
GRANT DELETE, INSERT, SELECT, UPDATE ON conversation TO fws_app;

-- When the database was restored from a backup. It does not know what was paid out after the backup, so it pays nothing out until its books were compared with the providers' records and two admins have reopened payouts (docs/restore.md)
CREATE TABLE database_restore (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The last moment that the backup contains
  restored_to timestamptz(3) NOT NULL,
  marked_at timestamptz(3) NOT NULL,
  -- Payouts go out again since then; null: not yet
  reopened_at timestamptz(3),
  CONSTRAINT database_restore_pkey PRIMARY KEY (id),
  CONSTRAINT database_restore_check CHECK (reopened_at >= marked_at)
);
CREATE UNIQUE INDEX database_restore_open ON database_restore ((true)) WHERE reopened_at IS NULL;
GRANT INSERT, SELECT, UPDATE ON database_restore TO fws_app;

-- What was deducted from a release, where anything was. Rows are never changed
CREATE TABLE deduction (
  milestone_id bigint NOT NULL,
  rates_id bigint NOT NULL,
  -- The released amount before deductions
  gross_paise bigint NOT NULL,
  fee_paise bigint NOT NULL,
  gst_paise bigint NOT NULL,
  tds_paise bigint NOT NULL,
  welfare_paise bigint NOT NULL,
  CONSTRAINT deduction_pkey PRIMARY KEY (milestone_id),
  CONSTRAINT deduction_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT deduction_rates_id_fkey FOREIGN KEY (rates_id) REFERENCES fee_rates(id),
  CONSTRAINT deduction_check CHECK ((fee_paise + gst_paise + tds_paise + welfare_paise) >= 1 AND (fee_paise + gst_paise + tds_paise + welfare_paise) <= gross_paise),
  CONSTRAINT deduction_fee_paise_check CHECK (fee_paise >= 0),
  CONSTRAINT deduction_gross_paise_check CHECK (gross_paise > 0),
  CONSTRAINT deduction_gst_paise_check CHECK (gst_paise >= 0),
  CONSTRAINT deduction_tds_paise_check CHECK (tds_paise >= 0),
  CONSTRAINT deduction_welfare_paise_check CHECK (welfare_paise >= 0)
);
GRANT INSERT, SELECT ON deduction TO fws_app;

-- Disputes between the two sides of a contract. While one is open, the money of its milestones is on hold
CREATE TABLE dispute (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job_id bigint NOT NULL,
  -- Who opened it: a party, a party who refused a split, or the timer when no split was agreed
  origin text DEFAULT 'party' NOT NULL,
  raised_by bigint NOT NULL,
  against bigint NOT NULL,
  issue text NOT NULL,
  details text NOT NULL,
  -- Its side withdrew a dispute about the same milestone before. Until an admin has looked at it, it holds no money and stops no clock
  waits_for_fws boolean DEFAULT false NOT NULL,
  state text DEFAULT 'open' NOT NULL,
  ending text,
  raised_at timestamptz(3) NOT NULL,
  -- The end of a day in India
  documents_due_at timestamptz NOT NULL,
  -- The end of a day in India
  review_due_at timestamptz NOT NULL,
  closed_at timestamptz(3),
  -- The admin
  settled_by bigint,
  -- The admin's reason
  reason text,
  CONSTRAINT dispute_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_against_fkey FOREIGN KEY (against) REFERENCES user_account(id),
  CONSTRAINT dispute_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT dispute_raised_by_fkey FOREIGN KEY (raised_by) REFERENCES user_account(id),
  CONSTRAINT dispute_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES user_account(id),
  CONSTRAINT dispute_check CHECK (raised_by <> against),
  CONSTRAINT dispute_check1 CHECK ((state = 'closed') = (closed_at IS NOT NULL) AND (state = 'closed') = (ending IS NOT NULL)),
  CONSTRAINT dispute_check2 CHECK ((ending = 'settled') = (settled_by IS NOT NULL) AND (ending = 'settled') = (reason IS NOT NULL)),
  CONSTRAINT dispute_ending_check CHECK (ending IN ('withdrawn', 'settled')),
  CONSTRAINT dispute_issue_check CHECK (issue IN ('cancel_project', 'not_satisfactory', 'not_completed', 'not_available', 'provider_absent', 'poster_silent', 'payment')),
  CONSTRAINT dispute_origin_check CHECK (origin IN ('party', 'refused_split', 'late_split', 'visit')),
  CONSTRAINT dispute_state_check CHECK (state IN ('open', 'closed'))
);
CREATE INDEX dispute_against ON dispute (against, state, id DESC);
CREATE INDEX dispute_job ON dispute (job_id);
CREATE INDEX dispute_open_due ON dispute (review_due_at, id) WHERE state = 'open';
CREATE INDEX dispute_open_of_job ON dispute (job_id) WHERE state = 'open';
CREATE INDEX dispute_raised ON dispute (raised_by, state, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON dispute TO fws_app;

-- Comments of either side and of admins
CREATE TABLE dispute_comment (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  dispute_id bigint NOT NULL,
  user_id bigint NOT NULL,
  body text NOT NULL,
  added_at timestamptz NOT NULL,
  -- The message.number of the job's poster and worker that it cites; null: none
  cited_number integer,
  -- Whether its author wrote the message; null: it cites none
  cited_is_own boolean,
  -- What the message said, as its author could read it; null: it cites none
  cited_text text,
  -- How many photos the message had; null: it cites none
  cited_photos smallint,
  -- The name of the PDF of the message; empty: it had none; null: it cites none
  cited_file_name text,
  -- When the message was sent; null: it cites none
  cited_sent_at timestamptz,
  CONSTRAINT dispute_comment_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_comment_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
  CONSTRAINT dispute_comment_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT dispute_comment_cited_check CHECK (num_nulls(cited_number, cited_is_own, cited_text, cited_photos, cited_file_name, cited_sent_at) IN (0, 6))
);
CREATE INDEX dispute_comment_of ON dispute_comment (dispute_id, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON dispute_comment TO fws_app;

-- Documents of either side
CREATE TABLE dispute_document (
  file_id uuid NOT NULL,
  dispute_id bigint NOT NULL,
  user_id bigint NOT NULL,
  added_at timestamptz NOT NULL,
  CONSTRAINT dispute_document_pkey PRIMARY KEY (file_id),
  CONSTRAINT dispute_document_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
  CONSTRAINT dispute_document_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  CONSTRAINT dispute_document_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
CREATE INDEX dispute_document_of ON dispute_document (dispute_id, added_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON dispute_document TO fws_app;

-- The milestones that a dispute is about. It holds only these
CREATE TABLE dispute_milestone (
  job_id bigint NOT NULL,
  dispute_id bigint NOT NULL,
  milestone_id bigint NOT NULL,
  -- When the dispute was withdrawn or settled, or from the start while it waits for FWS; null: it holds the milestone
  lifted_at timestamptz,
  CONSTRAINT dispute_milestone_pkey PRIMARY KEY (job_id, dispute_id, milestone_id),
  CONSTRAINT dispute_milestone_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
  CONSTRAINT dispute_milestone_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT dispute_milestone_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id)
);
CREATE INDEX dispute_milestone_milestone ON dispute_milestone (milestone_id);
CREATE INDEX dispute_milestone_of ON dispute_milestone (dispute_id);
CREATE UNIQUE INDEX dispute_milestone_one_open ON dispute_milestone (job_id, milestone_id) WHERE lifted_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON dispute_milestone TO fws_app;

-- How a settlement divided the money of each milestone. Both parts together are its amount
CREATE TABLE dispute_part (
  dispute_id bigint NOT NULL,
  milestone_id bigint NOT NULL,
  to_worker_paise bigint NOT NULL,
  -- Before the charge
  to_poster_paise bigint NOT NULL,
  CONSTRAINT dispute_part_pkey PRIMARY KEY (dispute_id, milestone_id),
  CONSTRAINT dispute_part_milestone_id_key UNIQUE (milestone_id),
  CONSTRAINT dispute_part_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id),
  CONSTRAINT dispute_part_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT dispute_part_to_poster_paise_check CHECK (to_poster_paise >= 0),
  CONSTRAINT dispute_part_to_worker_paise_check CHECK (to_worker_paise >= 0)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON dispute_part TO fws_app;

-- Orders at the payment provider, by which posters fund milestones
CREATE TABLE escrow_order (
  -- Ours, and the provider's order_id
  id text NOT NULL,
  -- Null together with poster_id where a restored database lacks the job
  milestone_id bigint,
  -- The job, by which a distributed database finds the row (docs/citus.md)
  job_id bigint,
  poster_id bigint,
  amount_paise bigint NOT NULL,
  -- applied: a payment funded the milestone; unapplied: a payment came that funds nothing
  state text DEFAULT 'created' NOT NULL,
  provider text NOT NULL,
  -- The provider's payment session
  session_id text,
  -- The result of the latest attempt to pay, as escrow_payment_status returns it while the order is open
  attempt_status text DEFAULT 'NOT_ATTEMPTED' NOT NULL,
  attempt_reason text,
  -- The provider's id of that attempt, so that its failure is notified once
  attempt_id text,
  expires_at timestamptz NOT NULL,
  -- When the provider was last asked about it
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT escrow_order_pkey PRIMARY KEY (id),
  CONSTRAINT escrow_order_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT escrow_order_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT escrow_order_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT escrow_order_id_check CHECK (id ~ '^[A-Za-z0-9_-]{3,50}$'),
  CONSTRAINT escrow_order_milestone_known CHECK (
CASE
    WHEN milestone_id IS NULL THEN poster_id IS NULL AND (state IN ('expired', 'unapplied'))
    ELSE poster_id IS NOT NULL
END),
  CONSTRAINT escrow_order_state_check CHECK (state IN ('created', 'active', 'applied', 'unapplied', 'expired', 'terminated'))
);
CREATE UNIQUE INDEX escrow_order_live ON escrow_order (milestone_id) WHERE state IN ('created', 'active');
CREATE INDEX escrow_order_milestone ON escrow_order (milestone_id, created_at);
CREATE INDEX escrow_order_newest ON escrow_order (created_at DESC, id DESC);
CREATE INDEX escrow_order_poster ON escrow_order (poster_id);
CREATE INDEX escrow_order_state_newest ON escrow_order (state, created_at DESC, id DESC);
CREATE INDEX escrow_order_unsettled ON escrow_order (checked_at NULLS FIRST, created_at) WHERE (state IN ('created', 'active', 'expired', 'terminated')) AND (checked_at IS NULL OR (checked_at - expires_at) < '2 days'::interval);
GRANT DELETE, INSERT, SELECT, UPDATE ON escrow_order TO fws_app;

-- What the platform deducts from a release, in hundredths of a percent. A row holds from its day in India until the next one's. It is set before that day begins and never changed, so that a date always has the same rates
CREATE TABLE fee_rates (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  effective_on date NOT NULL,
  -- Of the released amount
  platform_fee_bps integer NOT NULL,
  -- Of the platform fee
  gst_bps integer NOT NULL,
  -- Tax deducted at source, of the released amount
  tds_bps integer NOT NULL,
  -- Welfare fee for gig workers, of the released amount
  welfare_bps integer NOT NULL,
  -- The highest welfare fee of one release; null: no limit
  welfare_cap_paise bigint,
  -- The admin; null: npm run fees
  set_by bigint,
  reason text NOT NULL,
  set_at timestamptz(3) NOT NULL,
  CONSTRAINT fee_rates_pkey PRIMARY KEY (id),
  CONSTRAINT fee_rates_set_by_fkey FOREIGN KEY (set_by) REFERENCES user_account(id),
  CONSTRAINT fee_rates_check CHECK (effective_on > (set_at AT TIME ZONE 'Asia/Kolkata')::date),
  CONSTRAINT fee_rates_check1 CHECK ((platform_fee_bps + platform_fee_bps::bigint * gst_bps / 10000 + tds_bps + welfare_bps) <= 10000),
  CONSTRAINT fee_rates_gst_bps_check CHECK (gst_bps >= 0 AND gst_bps <= 10000),
  CONSTRAINT fee_rates_platform_fee_bps_check CHECK (platform_fee_bps >= 0 AND platform_fee_bps <= 5000),
  CONSTRAINT fee_rates_reason_check CHECK (reason <> ''),
  CONSTRAINT fee_rates_tds_bps_check CHECK (tds_bps >= 0 AND tds_bps <= 2000),
  CONSTRAINT fee_rates_welfare_bps_check CHECK (welfare_bps >= 0 AND welfare_bps <= 1000),
  CONSTRAINT fee_rates_welfare_cap_paise_check CHECK (welfare_cap_paise >= 0)
);
CREATE INDEX fee_rates_on ON fee_rates (effective_on DESC, id DESC);
GRANT INSERT, SELECT ON fee_rates TO fws_app;

-- Uploaded files. Their contents are in the file store
CREATE TABLE file (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id bigint NOT NULL,
  -- What kind of thing the file belongs to, such as job or quote. It decides who may read the file
  subject text NOT NULL,
  -- Which one; null until it is attached. Unattached files are deleted after a day
  subject_id bigint,
  -- As uploaded
  name text NOT NULL,
  content_type text NOT NULL,
  bytes bigint NOT NULL,
  -- Where the file store has the contents
  storage_key text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  -- The key of an encrypted file, sealed with FWS_SECRET; null: the contents are not encrypted
  sealed_key bytea,
  CONSTRAINT file_pkey PRIMARY KEY (id),
  CONSTRAINT file_storage_key_key UNIQUE (storage_key),
  CONSTRAINT file_bytes_check CHECK (bytes > 0),
  CONSTRAINT file_subject_check CHECK (subject ~ '^[a-z_]+$')
);
CREATE INDEX file_sealed ON file (id) WHERE sealed_key IS NOT NULL;
CREATE INDEX file_subject ON file (subject, subject_id);
CREATE INDEX file_unattached ON file (created_at) WHERE subject_id IS NULL;
CREATE INDEX file_video_unsealed ON file (id) WHERE subject = 'identity_video' AND sealed_key IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON file TO fws_app;

-- The first reply to a command about money. The same key with the same body gets it again
CREATE TABLE idempotency_key (
  user_id bigint NOT NULL,
  -- The header Idempotency-Key
  key text NOT NULL,
  -- SHA-256 of the body: the same key with another body is refused
  request_hash text NOT NULL,
  -- The reply, written in the transaction of the command
  answer jsonb,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (user_id, key),
  CONSTRAINT idempotency_key_key_check CHECK (length(key) >= 1 AND length(key) <= 200)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_key TO fws_app;

-- Checks of an Aadhaar, a PAN or a GSTIN
CREATE TABLE identity_check (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- Our id of the check at the vendor
  reference_id text NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  -- The last four characters of the number. Null: DigiLocker told none
  number_last4 text,
  -- What is compared with identity_use when the check is decided: the number is gone by then
  fingerprints text[] DEFAULT '{}'::text[] NOT NULL,
  -- The name that the user typed, as on the document; empty: none
  name_on_id text DEFAULT '' NOT NULL,
  video_id bigint,
  state text NOT NULL,
  -- The vendor's id of the check, once it has answered. Without it the vendor cannot be asked again
  provider_reference text,
  -- The name of the holder that the vendor gave
  provider_name text,
  -- Why it was refused: a message id, or an admin's text
  reason text,
  created_at timestamptz NOT NULL,
  -- When the vendor was last asked
  checked_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- When an admin has compared the video with the vendor's answer
  reviewed_at timestamptz,
  reviewed_by bigint,
  CONSTRAINT identity_check_pkey PRIMARY KEY (id),
  CONSTRAINT identity_check_reference_id_key UNIQUE (reference_id),
  CONSTRAINT identity_check_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES user_account(id),
  CONSTRAINT identity_check_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT identity_check_video_id_fkey FOREIGN KEY (video_id) REFERENCES identity_video(id),
  CONSTRAINT identity_check_kind_check CHECK (kind IN ('aadhaar', 'pan', 'gstin')),
  CONSTRAINT identity_check_number_last4_check CHECK (length(number_last4) = 4),
  CONSTRAINT identity_check_state_check CHECK (state IN ('pending', 'verified', 'refused'))
);
CREATE UNIQUE INDEX identity_check_one_pending ON identity_check (user_id) WHERE state = 'pending';
CREATE INDEX identity_check_to_review ON identity_check (created_at, id) WHERE reviewed_at IS NULL AND video_id IS NOT NULL AND (state IN ('pending', 'verified'));
CREATE INDEX identity_check_user ON identity_check (user_id, created_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON identity_check TO fws_app;

-- Aadhaar checks between their first step and the vendor's answer
CREATE TABLE identity_session (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_id bigint NOT NULL,
  way text NOT NULL,
  -- The vendor's id of the session
  provider_reference text NOT NULL,
  video_id bigint,
  -- The last four digits of the number; null: not known
  number_last4 text,
  -- The name that the user typed, as on the document; empty: none
  name_on_id text DEFAULT '' NOT NULL,
  otp_sent_at timestamptz,
  -- How often a wrong code was given
  tries smallint DEFAULT 0 NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the vendor was last asked about it
  asked_at timestamptz NOT NULL,
  -- The check that resulted from it
  check_id bigint,
  CONSTRAINT identity_session_pkey PRIMARY KEY (id),
  CONSTRAINT identity_session_provider_reference_key UNIQUE (provider_reference),
  CONSTRAINT identity_session_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_check(id),
  CONSTRAINT identity_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT identity_session_video_id_fkey FOREIGN KEY (video_id) REFERENCES identity_video(id),
  CONSTRAINT identity_session_number_last4_check CHECK (length(number_last4) = 4),
  CONSTRAINT identity_session_way_check CHECK (way IN ('number', 'digilocker'))
);
CREATE INDEX identity_session_user ON identity_session (user_id, created_at DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON identity_session TO fws_app;

-- Which account an identity verifies. One identity verifies one account
CREATE TABLE identity_use (
  -- The id of a key and an HMAC under it: of a PAN (a GSTIN contains one), or of the end of an Aadhaar number and the holder's date of birth
  fingerprint text NOT NULL,
  user_id bigint NOT NULL,
  check_id bigint NOT NULL,
  -- False for further members of a firm, whom an admin has added, and for Aadhaar: two people may have the same end and date of birth
  is_sole boolean NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT identity_use_pkey PRIMARY KEY (fingerprint, user_id),
  CONSTRAINT identity_use_check_id_fkey FOREIGN KEY (check_id) REFERENCES identity_check(id),
  CONSTRAINT identity_use_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT identity_use_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{8}:[0-9a-f]{64}$')
);
CREATE INDEX identity_use_check ON identity_use (check_id);
CREATE UNIQUE INDEX identity_use_one_account ON identity_use (fingerprint) WHERE is_sole;
CREATE INDEX identity_use_user ON identity_use (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON identity_use TO fws_app;

-- Videos in which users say a code. The code is made first; the video comes with the first number that is submitted
CREATE TABLE identity_video (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  code text NOT NULL,
  made_at timestamptz NOT NULL,
  file_id uuid,
  -- Tells a video that is sent again from another one
  sha256 text,
  -- A check was decided with it, so it is valid for no other
  spent_at timestamptz,
  CONSTRAINT identity_video_pkey PRIMARY KEY (id),
  CONSTRAINT identity_video_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  CONSTRAINT identity_video_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT identity_video_check CHECK ((file_id IS NULL) = (sha256 IS NULL)),
  CONSTRAINT identity_video_code_check CHECK (code ~ '^[0-9A-Z]{6}$')
);
CREATE INDEX identity_video_user ON identity_video (user_id, made_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON identity_video TO fws_app;

-- Admins who see the product as a user sees it, one user at a time. It ends with the session, with the admin's role, or at its time
CREATE TABLE impersonation (
  -- SHA-256 of its token
  token_hash bytea NOT NULL,
  session_id bigint NOT NULL,
  user_id bigint NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT admin_look_pkey PRIMARY KEY (token_hash),
  CONSTRAINT admin_look_session_id_key UNIQUE (session_id),
  CONSTRAINT admin_look_session_id_fkey FOREIGN KEY (session_id) REFERENCES admin_session(session_id) ON DELETE CASCADE,
  CONSTRAINT admin_look_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX impersonation_user ON impersonation (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON impersonation TO fws_app;

-- Workers whom the poster of a job has invited to quote on it
CREATE TABLE invitation (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  -- A line of the poster to the worker. Empty: none
  note text NOT NULL,
  -- [note] without contact data, for the worker before award. Null: nothing is hidden
  masked jsonb,
  -- The version of the contact filter that made masked
  filter_version smallint NOT NULL,
  state text DEFAULT 'sent' NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  -- When it was answered or ended; null: it waits
  decided_at timestamptz,
  -- When the worker said no, whether or not they quoted afterwards; null: never
  declined_at timestamptz,
  CONSTRAINT invitation_pkey PRIMARY KEY (id),
  CONSTRAINT invitation_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT invitation_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT invitation_state_check CHECK (state IN ('sent', 'quoted', 'declined', 'lapsed', 'withdrawn'))
);
CREATE INDEX invitation_filter_version ON invitation (filter_version);
CREATE INDEX invitation_job ON invitation (job_id, sent_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_once ON invitation (job_id, worker_id);
CREATE INDEX invitation_waiting ON invitation (sent_at) WHERE state = 'sent';
CREATE INDEX invitation_worker ON invitation (worker_id, sent_at DESC, id DESC) WHERE state = 'sent';
GRANT DELETE, INSERT, SELECT, UPDATE ON invitation TO fws_app;

-- Posters of whose invitations a worker is not notified
CREATE TABLE invitation_mute (
  user_id bigint NOT NULL,
  poster_id bigint NOT NULL,
  muted_at timestamptz(3) NOT NULL,
  CONSTRAINT invitation_mute_pkey PRIMARY KEY (user_id, poster_id),
  CONSTRAINT invitation_mute_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT invitation_mute_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT invitation_mute_check CHECK (user_id <> poster_id)
);
CREATE INDEX invitation_mute_list ON invitation_mute (user_id, muted_at DESC, poster_id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON invitation_mute TO fws_app;

-- Workers who are not notified of any invitation
CREATE TABLE invitation_mute_all (
  user_id bigint NOT NULL,
  muted_at timestamptz NOT NULL,
  CONSTRAINT invitation_mute_all_pkey PRIMARY KEY (user_id),
  CONSTRAINT invitation_mute_all_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON invitation_mute_all TO fws_app;

-- Invoices of released milestones
CREATE TABLE invoice (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- "FWS/2627/00001": unique in a year from April to March, at most 16 characters
  serial text NOT NULL,
  -- work: from the worker to the poster; fee: from the platform to the worker, for its fee
  kind text DEFAULT 'work' NOT NULL,
  milestone_id bigint NOT NULL,
  -- Null: the platform
  supplier_id bigint,
  recipient_id bigint NOT NULL,
  -- In whose list it is
  owner_id bigint NOT NULL,
  amount_paise bigint NOT NULL,
  -- Names, addresses and lines as they were on that day. Personal data
  document jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT invoice_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_of_milestone UNIQUE (milestone_id, kind),
  CONSTRAINT invoice_serial_key UNIQUE (serial),
  CONSTRAINT invoice_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT invoice_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES user_account(id),
  CONSTRAINT invoice_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES user_account(id),
  CONSTRAINT invoice_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES user_account(id),
  CONSTRAINT invoice_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT invoice_check CHECK ((kind = 'fee') = (supplier_id IS NULL)),
  CONSTRAINT invoice_check1 CHECK (owner_id =
CASE kind
    WHEN 'fee' THEN recipient_id
    ELSE supplier_id
END),
  CONSTRAINT invoice_kind_check CHECK (kind IN ('work', 'fee')),
  CONSTRAINT invoice_serial_check CHECK (length(serial) <= 16)
);
CREATE INDEX invoice_owner ON invoice (owner_id, created_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON invoice TO fws_app;

-- The last number of an invoice in each year from April to March
CREATE TABLE invoice_series (
  year text NOT NULL,
  last integer NOT NULL,
  CONSTRAINT invoice_series_pkey PRIMARY KEY (year)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON invoice_series TO fws_app;

-- Posted jobs
CREATE TABLE job (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The number that people see
  number bigint DEFAULT nextval('job_number') NOT NULL,
  poster_id bigint NOT NULL,
  category_id bigint NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  -- As the poster wrote it. Strangers see public_place only
  location text NOT NULL,
  latitude double precision,
  longitude double precision,
  -- Locality and city, never more: "Kothrud, Pune". Empty: the location names no known place. Null: not looked up yet
  public_place text,
  -- The city as part of an address of a page: "pune". Empty and null as public_place
  city text,
  skills text[] NOT NULL,
  take_work_on date NOT NULL,
  closes_on date NOT NULL,
  payment_term text NOT NULL,
  budget_kind text NOT NULL,
  budget_from_paise bigint NOT NULL,
  -- The same as budget_from_paise for a fixed budget
  budget_to_paise bigint NOT NULL,
  -- withheld: its poster is suspended, or FWS holds it back; ending: it was cancelled after the award, and its milestones are being settled
  state text DEFAULT 'open' NOT NULL,
  -- On no public list, but its link opens it
  unlisted boolean DEFAULT false NOT NULL,
  -- An admin has verified it
  verified_at timestamptz,
  -- An admin has decided about it, whether it is verified or not
  reviewed_at timestamptz,
  reviewed_by bigint,
  quotes_received integer DEFAULT 0 NOT NULL,
  attachment_id uuid,
  -- In whole milliseconds, as the dates of JavaScript: a cursor made from one must find its place again
  posted_at timestamptz(3) NOT NULL,
  -- What the location filter searches by the beginnings of words
  location_search tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, translate(location, '/-.,;:()@&_', '           '))) STORED NOT NULL,
  -- Why FWS withholds it; null: it does not, or its poster is suspended
  held_back text,
  -- {title, description, skills} without contact data, for all but the poster and the awarded worker. Null: nothing is hidden
  masked jsonb,
  -- The version of the contact filter that made masked. 0: none, so it is masked when it is read
  filter_version smallint DEFAULT 0 NOT NULL,
  CONSTRAINT job_pkey PRIMARY KEY (id),
  CONSTRAINT job_number_key UNIQUE (number),
  CONSTRAINT job_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES file(id),
  CONSTRAINT job_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  CONSTRAINT job_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT job_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES user_account(id),
  CONSTRAINT job_budget_from_paise_check CHECK (budget_from_paise > 0),
  CONSTRAINT job_budget_kind_check CHECK (budget_kind IN ('fixed', 'range')),
  CONSTRAINT job_check CHECK (budget_to_paise >= budget_from_paise),
  CONSTRAINT job_check1 CHECK (closes_on >= take_work_on),
  CONSTRAINT job_held_back_check CHECK (held_back IS NULL OR (held_back IN ('taken_down', 'change_asked', 'waiting')) AND state = 'withheld'),
  CONSTRAINT job_payment_term_check CHECK (payment_term IN ('terms', 'milestone', 'completion')),
  CONSTRAINT job_state_check CHECK (state IN ('open', 'withheld', 'awarded', 'in_progress', 'ending', 'completed', 'expired', 'cancelled'))
);
CREATE INDEX job_awarded_city ON job (city, category_id) WHERE (state IN ('awarded', 'in_progress', 'completed')) AND city > '';
CREATE INDEX job_ending_state ON job (id) WHERE state = 'ending';
CREATE INDEX job_filter_version ON job (filter_version);
CREATE INDEX job_open_category ON job (category_id, posted_at DESC, id DESC) WHERE state = 'open';
CREATE INDEX job_open_category_closing ON job (category_id, closes_on, id) WHERE state = 'open';
CREATE INDEX job_open_closes ON job (closes_on, id) INCLUDE (location_search) WHERE state = 'open';
CREATE INDEX job_open_location ON job USING gin (location_search) WHERE state = 'open';
CREATE INDEX job_open_posted ON job (posted_at DESC, id DESC) INCLUDE (closes_on, location_search) WHERE state = 'open';
CREATE INDEX job_poster ON job (poster_id, posted_at DESC, id DESC);
CREATE INDEX job_public ON job (id) WHERE state = 'open' AND NOT unlisted;
CREATE INDEX job_public_city ON job (city, posted_at DESC, id DESC) WHERE state = 'open' AND NOT unlisted;
CREATE INDEX job_public_city_category ON job (city, category_id, posted_at DESC, id DESC) WHERE state = 'open' AND NOT unlisted;
CREATE INDEX job_state_newest ON job (state, id DESC);
CREATE INDEX job_title_words ON job USING gin (to_tsvector('simple'::regconfig, title));
CREATE INDEX job_to_review ON job (posted_at, id) WHERE reviewed_at IS NULL AND state = 'open';
CREATE INDEX job_without_city ON job (id) WHERE city IS NULL AND state = 'open';
GRANT DELETE, INSERT, SELECT, UPDATE ON job TO fws_app;

-- Who cancelled an awarded job, and why. A worker who gives up costs the poster no charge
CREATE TABLE job_ending (
  job_id bigint NOT NULL,
  by_user bigint NOT NULL,
  side text NOT NULL,
  comment text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Why cancelling is not the fault of the side that did, as it was then; null: it is, unless the visit has an excuse
  waiver text,
  CONSTRAINT job_ending_pkey PRIMARY KEY (job_id),
  CONSTRAINT job_ending_by_user_fkey FOREIGN KEY (by_user) REFERENCES user_account(id),
  CONSTRAINT job_ending_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT job_ending_side_check CHECK (side IN ('poster', 'worker')),
  CONSTRAINT job_ending_waiver_check CHECK (waiver IN ('suspended', 'unpaid', 'no_arrival'))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON job_ending TO fws_app;

-- What each awarded job says of its two sides (docs/reliability.md). The record of a side is counted from it
CREATE TABLE job_outcome (
  user_id bigint NOT NULL,
  job_id bigint NOT NULL,
  -- By which staff name it
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  side text NOT NULL,
  awarded_at timestamptz(3) NOT NULL,
  -- uncounted: it is in no record
  outcome text NOT NULL,
  -- Why it has this outcome, or counts nowhere
  reason text NOT NULL,
  -- What counts against somebody can be contested for 14 days from then
  written_at timestamptz(3) NOT NULL,
  -- lifted: FWS agreed that it does not count
  state text DEFAULT 'open' NOT NULL,
  -- What who is at fault says; empty: nothing
  contest_text text DEFAULT '' NOT NULL,
  contested_at timestamptz(3),
  contest_due_at timestamptz(3),
  -- What FWS answered
  words text DEFAULT '' NOT NULL,
  decided_by bigint,
  decided_at timestamptz(3),
  CONSTRAINT job_outcome_pkey PRIMARY KEY (user_id, job_id),
  CONSTRAINT job_outcome_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES user_account(id),
  CONSTRAINT job_outcome_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT job_outcome_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT job_outcome_check CHECK ((state = 'open') = (contested_at IS NULL) AND (state = 'open') = (contest_due_at IS NULL)),
  CONSTRAINT job_outcome_check1 CHECK ((state IN ('upheld', 'lifted')) = (decided_at IS NOT NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT job_outcome_check2 CHECK (state = 'open' OR (outcome IN ('cancelled', 'late'))),
  CONSTRAINT job_outcome_outcome_check CHECK (outcome IN ('kept', 'cancelled', 'late', 'uncounted')),
  CONSTRAINT job_outcome_reason_check CHECK (reason IN ('done', 'cancelled', 'absent', 'late_visit', 'late_work', 'other_side', 'excused', 'suspended', 'unpaid', 'no_arrival', 'ended', 'linked', 'small')),
  CONSTRAINT job_outcome_side_check CHECK (side IN ('poster', 'worker')),
  CONSTRAINT job_outcome_state_check CHECK (state IN ('open', 'contested', 'upheld', 'lifted'))
);
CREATE INDEX job_outcome_contested ON job_outcome (contest_due_at, id) WHERE state = 'contested';
CREATE INDEX job_outcome_counted ON job_outcome (user_id, side, awarded_at DESC, job_id DESC) INCLUDE (outcome) WHERE outcome <> 'uncounted' AND state <> 'lifted';
CREATE INDEX job_outcome_id ON job_outcome (id);
CREATE INDEX job_outcome_list ON job_outcome (user_id, awarded_at DESC, job_id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON job_outcome TO fws_app;

-- The words of a question and of its answer are messages of the conversation
CREATE TABLE job_question (
  job_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  worker_id bigint NOT NULL,
  -- Of the message that asks
  number integer NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Of the message that answers; null: it waits for an answer
  answer_number integer,
  answered_at timestamptz,
  -- The poster shows question and answer to everybody who may read the job
  is_public boolean DEFAULT false NOT NULL,
  CONSTRAINT job_question_pkey PRIMARY KEY (job_id, id),
  CONSTRAINT job_question_job_id_worker_id_number_key UNIQUE (job_id, worker_id, number),
  CONSTRAINT job_question_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT job_question_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT job_question_check CHECK (answer_number > number),
  CONSTRAINT job_question_check1 CHECK ((answer_number IS NULL) = (answered_at IS NULL)),
  CONSTRAINT job_question_check2 CHECK (answer_number IS NOT NULL OR NOT is_public)
);
CREATE INDEX job_question_id ON job_question (id);
CREATE INDEX job_question_open ON job_question (job_id, worker_id) WHERE answer_number IS NULL;
CREATE INDEX job_question_public ON job_question (job_id, answered_at DESC, id DESC) WHERE is_public;
GRANT DELETE, INSERT, SELECT, UPDATE ON job_question TO fws_app;

-- Browsers and clients from which a user has logged in. A login from another one is proven by a code, and its owner is notified
CREATE TABLE known_device (
  user_id bigint NOT NULL,
  -- SHA-256 of a token that the browser keeps. Several people may share a browser
  token_hash bytea NOT NULL,
  name text NOT NULL,
  -- When a second factor or a code to the mobile number was last given there; null for clients that are only recognised
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  CONSTRAINT known_device_pkey PRIMARY KEY (user_id, token_hash),
  CONSTRAINT known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX known_device_unused ON known_device (seen_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON known_device TO fws_app;

-- Examples of identity videos, one for each language
CREATE TABLE kyc_sample_video (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- A language tag
  language text NOT NULL,
  url text NOT NULL,
  "position" smallint NOT NULL,
  -- An uploaded video; null: it came with the product and is among the files of the web app
  file_id uuid,
  CONSTRAINT kyc_sample_video_pkey PRIMARY KEY (id),
  CONSTRAINT kyc_sample_video_language_key UNIQUE (language),
  CONSTRAINT kyc_sample_video_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id),
  CONSTRAINT kyc_sample_video_language_check CHECK (language ~ '^[a-z]{2,3}$')
);
GRANT DELETE, INSERT, SELECT, UPDATE ON kyc_sample_video TO fws_app;

-- The migrations that were applied to this database
CREATE TABLE kysely_migration (
  -- The name of the file in server/migrations, without .sql
  name character varying(255) NOT NULL,
  -- When it was applied, as ISO 8601 text
  "timestamp" character varying(255) NOT NULL,
  CONSTRAINT kysely_migration_pkey PRIMARY KEY (name)
);
GRANT SELECT ON kysely_migration TO fws_app;

-- Accounts of the ledger: those of the platform, and one for each wallet, milestone in escrow, withdrawal, refund and unapplied payment
CREATE TABLE ledger.account (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- A platform account such as fee_income, or the kind and the id: wallet:7, escrow:12
  code text NOT NULL,
  class text NOT NULL,
  -- 1: debits increase the balance; -1: credits do
  normal_side smallint GENERATED ALWAYS AS (
CASE
    WHEN class IN ('asset', 'expense') THEN 1
    ELSE '-1'::integer
END) STORED NOT NULL,
  -- The balance may never be below zero. The account is locked while a transaction is posted to it
  guarded boolean NOT NULL,
  -- A platform account that most transactions touch. Its balance is summed when it is read, so that postings do not wait for its row
  hot boolean NOT NULL,
  currency text DEFAULT 'INR' NOT NULL,
  -- In paise, from the normal side; null on hot accounts
  balance bigint,
  -- The number of the account's entries; null on hot accounts
  version bigint,
  opened_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_code_key UNIQUE (code),
  CONSTRAINT account_class_check CHECK (class IN ('asset', 'expense', 'liability', 'equity', 'income')),
  CONSTRAINT account_currency_check CHECK (currency = 'INR'),
  CONSTRAINT account_guarded_never_negative CHECK (NOT guarded OR balance >= 0),
  CONSTRAINT account_guarded_not_hot CHECK (NOT (guarded AND hot)),
  CONSTRAINT account_hot_stores_no_balance CHECK (hot = (balance IS NULL) AND hot = (version IS NULL))
) WITH (fillfactor=80);
CREATE INDEX account_hot ON ledger.account (id DESC) WHERE hot;
CREATE INDEX account_kind ON ledger.account (split_part(code, ':', 1), id DESC);
GRANT SELECT ON ledger.account TO fws_app;

-- The sums of the entries of archived months, so that balances and their history are checked without these entries
CREATE TABLE ledger.archived_sum (
  -- The archived partition, as in month_partition
  partition text NOT NULL,
  account_id bigint NOT NULL,
  -- Of entries in platform accounts: the kind of their transactions; otherwise empty
  kind text NOT NULL,
  -- In paise; debits are positive, as in ledger.entry
  amount bigint NOT NULL,
  -- The number of summed entries
  entries bigint NOT NULL,
  -- After the last of the entries; null on hot accounts
  balance_after bigint,
  -- Of the last of the entries; null on hot accounts
  account_version bigint,
  CONSTRAINT archived_sum_pkey PRIMARY KEY (partition, account_id, kind),
  CONSTRAINT archived_sum_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(id)
);
CREATE INDEX archived_sum_account ON ledger.archived_sum (account_id);
GRANT SELECT ON ledger.archived_sum TO fws_app;

-- The seal of each day of the ledger, by days in India. Rows are only added
CREATE TABLE ledger.day_seal (
  day date NOT NULL,
  -- The number of sealed entries
  entries bigint NOT NULL,
  -- The hash of the day before; 32 zero bytes for the first day
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  -- merkle, or chain for days that ledger.seal_next_day() sealed
  algorithm text DEFAULT 'chain' NOT NULL,
  -- The Merkle root over the entries
  root bytea,
  -- The last transaction of the sealed day before
  after_txn bigint,
  -- The last transaction of this day
  last_txn bigint,
  -- The newest state change when the day was sealed: the next night checks later ones
  last_change bigint,
  CONSTRAINT day_seal_pkey PRIMARY KEY (day),
  CONSTRAINT day_seal_algorithm CHECK (
CASE algorithm
    WHEN 'chain' THEN num_nulls(root, after_txn, last_txn, last_change) = 4
    WHEN 'merkle' THEN num_nulls(root, after_txn, last_txn, last_change) = 0 AND length(root) = 32 AND last_txn >= after_txn
    ELSE false
END),
  CONSTRAINT day_seal_hash_check CHECK (length(hash) = 32),
  CONSTRAINT day_seal_previous_check CHECK (length(previous) = 32)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.day_seal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.day_seal TO fws_app;

-- The lines of transactions. Rows are only added. Partitioned by month
CREATE TABLE ledger.entry (
  txn_id bigint NOT NULL,
  -- The position in the transaction, from 1
  seq smallint NOT NULL,
  account_id bigint NOT NULL,
  -- In paise: a debit is positive, a credit is negative
  amount bigint NOT NULL,
  -- The balance of the account after this entry, in paise; null on hot accounts
  balance_after bigint,
  -- Counts the entries of the account, from 1; null on hot accounts
  account_version bigint,
  -- The month in India in which it was posted (first day)
  month date DEFAULT '-infinity'::date NOT NULL,
  CONSTRAINT entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.account(id),
  CONSTRAINT entry_txn_id_fkey FOREIGN KEY (txn_id) REFERENCES ledger.txn(id),
  CONSTRAINT entry_amount_check CHECK (amount <> 0),
  CONSTRAINT entry_running_balance CHECK ((balance_after IS NULL) = (account_version IS NULL)),
  CONSTRAINT entry_seq_check CHECK (seq >= 1)
) PARTITION BY RANGE (month);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER balanced AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS new_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.require_balanced_entries();
GRANT SELECT ON ledger.entry TO fws_app;

-- The first partition of ledger.entry. Every partition has these keys and indexes.
ALTER TABLE ledger.entry_before ADD CONSTRAINT entry_pkey PRIMARY KEY (txn_id, seq);
ALTER TABLE ledger.entry_before ADD CONSTRAINT entry_account_version UNIQUE (account_id, account_version) INCLUDE (amount);
CREATE INDEX entry_of_hot_account ON ledger.entry_before (account_id, txn_id DESC, seq DESC) INCLUDE (amount) WHERE account_version IS NULL;

-- The sums of all entries up to the end of a sealed day. Rows are only added
CREATE TABLE ledger.sealed_balance (
  day date NOT NULL,
  -- A platform account, or a kind of accounts: escrow, wallet …
  account text NOT NULL,
  -- In paise; debits are positive, as in ledger.entry
  amount bigint NOT NULL,
  -- The number of summed entries
  entries bigint NOT NULL,
  CONSTRAINT sealed_balance_pkey PRIMARY KEY (day, account),
  CONSTRAINT sealed_balance_day_fkey FOREIGN KEY (day) REFERENCES ledger.day_seal(day) DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.sealed_balance FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.sealed_balance TO fws_app;

-- Transactions of the ledger: an event that moved money. Rows are only added
CREATE TABLE ledger.txn (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The event, such as payment_verified or release (server/src/domains/ledger/posting.ts)
  kind text NOT NULL,
  -- Names the event, so that it is posted once
  idempotency_key text NOT NULL,
  -- SHA-256 of what was posted: the same key with another hash is refused
  request_hash text NOT NULL,
  -- The transaction whose entries this one reverses
  reverses bigint,
  job_id bigint,
  milestone_id bigint,
  order_id text,
  payment_id text,
  refund_id text,
  withdrawal_id bigint,
  dispute_id bigint,
  user_id bigint,
  -- When the event happened, by the clock of the product or of the provider
  event_time timestamptz NOT NULL,
  -- When it was written, by the clock of the database
  posted_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  -- The month in India in which it was posted (first day), so that joins read one partition of the entries
  month date DEFAULT '-infinity'::date NOT NULL,
  CONSTRAINT txn_pkey PRIMARY KEY (id),
  CONSTRAINT txn_idempotency_key_key UNIQUE (idempotency_key),
  CONSTRAINT txn_reverses_key UNIQUE (reverses),
  CONSTRAINT txn_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger.txn(id),
  CONSTRAINT txn_idempotency_key_check CHECK (length(idempotency_key) >= 1 AND length(idempotency_key) <= 200),
  CONSTRAINT txn_kind_check CHECK (kind ~ '^[a-z_]{1,40}$')
);
CREATE INDEX txn_job ON ledger.txn (job_id) WHERE job_id IS NOT NULL;
CREATE INDEX txn_milestone ON ledger.txn (milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX txn_order ON ledger.txn (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX txn_posted ON ledger.txn USING brin (posted_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX txn_withdrawal ON ledger.txn (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.txn FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger.txn DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.require_balanced();
GRANT SELECT ON ledger.txn TO fws_app;

-- The sealed days after which every check of the ledger passed. The next night starts from the last one. Rows are only added
CREATE TABLE ledger.verified_day (
  day date NOT NULL,
  -- The hash of the seal that was checked
  hash bytea NOT NULL,
  verified_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT verified_day_pkey PRIMARY KEY (day),
  CONSTRAINT verified_day_day_fkey FOREIGN KEY (day) REFERENCES ledger.day_seal(day)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.verified_day FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.verified_day TO fws_app;

-- Logins with the right password, or through Google or Facebook, that still need a code or a second factor
CREATE TABLE login_challenge (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- SHA-256 of the token of the login
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  proof text NOT NULL,
  -- The code to the mobile number is derived from it and FWS_SECRET, and stored nowhere
  nonce bytea NOT NULL,
  passkey_challenge text,
  tries integer DEFAULT 0 NOT NULL,
  -- How often a code was sent
  sends integer DEFAULT 0 NOT NULL,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT login_challenge_pkey PRIMARY KEY (id),
  CONSTRAINT login_challenge_token_hash_key UNIQUE (token_hash),
  CONSTRAINT login_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT login_challenge_proof_check CHECK (proof IN ('code', 'second_factor'))
);
CREATE INDEX login_challenge_by_end ON login_challenge (expires_at);
CREATE INDEX login_challenge_of_user ON login_challenge (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON login_challenge TO fws_app;

-- What one side of a conversation wrote to the other. Rows leave with their month only. Partitioned by month
CREATE TABLE message (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  number integer NOT NULL,
  sender_id bigint NOT NULL,
  -- Chosen by the client, so that a message that is sent again is stored once (message_key)
  client_id text NOT NULL,
  text text NOT NULL,
  -- The text without contact data, as the other side reads it before award; null: nothing is hidden
  masked text,
  -- Of the contact filter that made masked
  filter_version smallint NOT NULL,
  -- When it was sent, but never before the message with the number before it: so months follow each other as numbers do
  sent_at timestamptz NOT NULL,
  -- FWS has taken it down: the other side does not read it any more; null: it has not
  taken_down_at timestamptz,
  -- By which its photos and its file name it (photo.subject_id, file.subject_id); null: it has none
  attachment_id bigint,
  -- When its writer changed it last; null: never
  edited_at timestamptz,
  -- Its writer has taken it back: neither side reads it any more; null: it was not
  taken_back_at timestamptz,
  CONSTRAINT message_job_id_worker_id_fkey FOREIGN KEY (job_id, worker_id) REFERENCES conversation(job_id, worker_id),
  CONSTRAINT message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES user_account(id),
  CONSTRAINT message_client_id_check CHECK (length(client_id) >= 8 AND length(client_id) <= 64),
  CONSTRAINT message_number_check CHECK (number > 0),
  CONSTRAINT message_text_check CHECK (length(text) <= 2000 AND (text <> '' OR attachment_id IS NOT NULL))
) PARTITION BY RANGE (sent_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON message TO fws_app;

-- The first partition of message. Every partition has these keys and indexes.
ALTER TABLE message_before ADD CONSTRAINT message_pkey PRIMARY KEY (job_id, worker_id, number);
CREATE INDEX message_attachment ON message_before (attachment_id) WHERE attachment_id IS NOT NULL;
CREATE INDEX message_taken_down ON message_before (job_id) WHERE taken_down_at IS NOT NULL;

-- Which messages were sent, once however often a client sends them: uniqueness never depends on a partitioned table. Rows are deleted when no client sends the message again
CREATE TABLE message_key (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  sender_id bigint NOT NULL,
  client_id text NOT NULL,
  -- Of the message
  number integer NOT NULL,
  -- As in the message: it decides its month
  sent_at timestamptz NOT NULL,
  CONSTRAINT message_key_pkey PRIMARY KEY (job_id, worker_id, sender_id, client_id)
);
CREATE INDEX message_key_age ON message_key (sent_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON message_key TO fws_app;

-- What a message said before its writer changed it, within minutes: so it leaves with its month, or with the next one. Partitioned by month
CREATE TABLE message_version (
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  number integer NOT NULL,
  id bigint DEFAULT nextval('message_version_number') NOT NULL,
  text text NOT NULL,
  replaced_at timestamptz NOT NULL,
  CONSTRAINT message_version_text_check CHECK (length(text) <= 2000)
) PARTITION BY RANGE (replaced_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON message_version TO fws_app;

-- The first partition of message_version. Every partition has these keys and indexes.
ALTER TABLE message_version_before ADD CONSTRAINT message_version_pkey PRIMARY KEY (job_id, worker_id, number, id);

-- The parts of a contract. Each is funded, done and paid by itself
CREATE TABLE milestone (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job_id bigint NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  amount_paise bigint NOT NULL,
  comment text DEFAULT '' NOT NULL,
  -- What became of the money. funded and accepted: it is in escrow; removed: both sides agreed to a plan without it
  fund_state text DEFAULT 'unfunded' NOT NULL,
  -- What became of the work
  work_state text DEFAULT 'not_started' NOT NULL,
  -- The money may not move: a dispute or a chargeback is open
  on_hold boolean DEFAULT false NOT NULL,
  funded_at timestamptz,
  released_at timestamptz,
  -- When payment was requested, or the last hold ended since then
  payment_requested_at timestamptz,
  -- What the poster had left to answer then or, while the clock is stopped, has left. Null: the whole period
  wait_left_ms bigint,
  -- What the ends of holds added to it
  wait_added_ms bigint DEFAULT 0 NOT NULL,
  -- How often the poster asked for changes
  change_requests smallint DEFAULT 0 NOT NULL,
  -- When the poster was reminded that the money will be released
  reminded_at timestamptz,
  changed_at timestamptz NOT NULL,
  -- visit: the fee of a visit
  kind text DEFAULT 'work' NOT NULL,
  CONSTRAINT milestone_pkey PRIMARY KEY (id),
  CONSTRAINT milestone_job_id_position_key UNIQUE (job_id, "position"),
  CONSTRAINT milestone_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT milestone_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT milestone_fund_state_check CHECK (fund_state IN ('unfunded', 'funding_pending', 'funded', 'accepted', 'released', 'refund_pending', 'refunded', 'removed')),
  CONSTRAINT milestone_kind_check CHECK (kind IN ('work', 'visit')),
  CONSTRAINT milestone_wait CHECK (change_requests >= 0 AND change_requests <= 2 AND COALESCE(wait_left_ms, 0::bigint) >= 0 AND wait_added_ms >= 0),
  CONSTRAINT milestone_work_state_check CHECK (work_state IN ('not_started', 'started', 'completed', 'payment_requested'))
);
CREATE INDEX milestone_awaiting_answer ON milestone (payment_requested_at) WHERE work_state = 'payment_requested' AND (fund_state IN ('funded', 'accepted')) AND NOT on_hold;
CREATE INDEX milestone_without_wait ON milestone (payment_requested_at) WHERE work_state = 'payment_requested' AND wait_left_ms IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON milestone TO fws_app;

-- What the worker says about completed work, for each time that it was completed. Its photos have its id as their subject
CREATE TABLE milestone_completion (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  milestone_id bigint NOT NULL,
  -- The job, by which a distributed database finds the row (docs/citus.md)
  job_id bigint,
  -- 1, then one more after each requested change
  round integer NOT NULL,
  note text NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  CONSTRAINT milestone_completion_pkey PRIMARY KEY (id),
  CONSTRAINT milestone_completion_milestone_id_round_key UNIQUE (milestone_id, round),
  CONSTRAINT milestone_completion_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT milestone_completion_note_check CHECK (length(note) <= 2000),
  CONSTRAINT milestone_completion_round_check CHECK (round > 0)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON milestone_completion TO fws_app;

-- What a fresh account may move in so many hours. What a payer funds or a worker withdraws above it is refused; what is released above it rests longer
CREATE TABLE money_limit (
  terms_id bigint NOT NULL,
  action text NOT NULL,
  hours integer NOT NULL,
  max_paise bigint NOT NULL,
  CONSTRAINT money_limit_pkey PRIMARY KEY (terms_id, action, hours),
  CONSTRAINT money_limit_terms_id_fkey FOREIGN KEY (terms_id) REFERENCES rest_terms(id),
  CONSTRAINT money_limit_action_check CHECK (action IN ('fund', 'release', 'withdraw')),
  CONSTRAINT money_limit_hours_check CHECK (hours > 0),
  CONSTRAINT money_limit_max_paise_check CHECK (max_paise > 0)
);
GRANT INSERT, SELECT ON money_limit TO fws_app;

-- The partitions of these tables, also those that are in the file store. The first one of each table starts at -infinity
CREATE TABLE month_partition (
  table_name text NOT NULL,
  partition text NOT NULL,
  starts date NOT NULL,
  ends date NOT NULL,
  -- attached: part of its table; detached: a table of its own that is being archived; archived: in the file store only
  stage text DEFAULT 'attached' NOT NULL,
  -- Where the file store has the archive's manifest. Kept after a restore, while the file is the same
  manifest_key text,
  -- The hash of the manifest
  manifest_sha256 bytea,
  -- The number of archived rows
  rows bigint,
  -- Of the ledger's entries: the first transaction
  first_txn bigint,
  -- Of the ledger's entries: the last transaction
  last_txn bigint,
  changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT month_partition_pkey PRIMARY KEY (table_name, partition),
  CONSTRAINT month_partition_table_name_starts_key UNIQUE (table_name, starts),
  CONSTRAINT month_partition_table_name_fkey FOREIGN KEY (table_name) REFERENCES monthly_table(name),
  CONSTRAINT month_partition_check CHECK (ends > starts),
  CONSTRAINT month_partition_check1 CHECK (stage <> 'archived' OR num_nulls(manifest_key, manifest_sha256, rows) = 0),
  CONSTRAINT month_partition_manifest_sha256_check CHECK (length(manifest_sha256) = 32),
  CONSTRAINT month_partition_stage_check CHECK (stage IN ('attached', 'detached', 'archived'))
);
GRANT SELECT ON month_partition TO fws_app;

-- The tables that are partitioned by month
CREATE TABLE monthly_table (
  -- With its schema
  name text NOT NULL,
  -- The column of the month: a date, the first day of the month, or a time
  key text NOT NULL,
  -- The trigger function that refuses changes, where rows are only added
  guard text,
  CONSTRAINT monthly_table_pkey PRIMARY KEY (name)
);
GRANT SELECT ON monthly_table TO fws_app;

-- Corrections of names that users ask for. An admin decides, because a name that anybody could change would prove nothing next to a verified identity
CREATE TABLE name_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  former_first_name text NOT NULL,
  former_last_name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- The user's reason
  explanation text NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by bigint,
  -- The admin's reason
  reason text,
  -- The verified name differs, so the approval ended the verification
  ended_verification boolean DEFAULT false NOT NULL,
  CONSTRAINT name_change_pkey PRIMARY KEY (id),
  CONSTRAINT name_change_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES user_account(id),
  CONSTRAINT name_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT name_change_check CHECK ((state = 'waiting') = (decided_at IS NULL) AND (state = 'waiting') = (decided_by IS NULL)),
  CONSTRAINT name_change_state_check CHECK (state IN ('waiting', 'approved', 'refused'))
);
CREATE UNIQUE INDEX name_change_one_waiting ON name_change (user_id) WHERE state = 'waiting';
CREATE INDEX name_change_user ON name_change (user_id, id DESC);
CREATE INDEX name_change_waiting ON name_change (requested_at, id) WHERE state = 'waiting';
GRANT DELETE, INSERT, SELECT, UPDATE ON name_change TO fws_app;

-- Notifications in the app. Partitioned by month
CREATE TABLE notification (
  id bigint DEFAULT nextval('notification_number') NOT NULL,
  user_id bigint NOT NULL,
  type text NOT NULL,
  -- What the text needs. The text itself is chosen in the reader's language when it is read
  "values" jsonb NOT NULL,
  -- The page that it opens
  path text,
  -- The event that caused it (notification_key)
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- The user removed it from the list
  cleared_at timestamptz,
  CONSTRAINT notification_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
) PARTITION BY RANGE (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification TO fws_app;

-- The first partition of notification. Every partition has these keys and indexes.
ALTER TABLE notification_before ADD CONSTRAINT notification_pkey PRIMARY KEY (user_id, id);
ALTER TABLE notification_before ADD CONSTRAINT notification_user_id_dedupe_key_key UNIQUE (user_id, dedupe_key);
CREATE INDEX notification_shown ON notification_before (user_id, id DESC) WHERE cleared_at IS NULL;
CREATE INDEX notification_unread ON notification_before (user_id) WHERE read_at IS NULL AND cleared_at IS NULL;

-- One event for one person by one channel outside the app. Rows are deleted after some days
CREATE TABLE notification_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  channel text NOT NULL,
  -- The event
  dedupe_key text NOT NULL,
  type text NOT NULL,
  "values" jsonb NOT NULL,
  path text,
  -- The owner_alert, whose messages have texts and contacts of their own
  alert_id bigint,
  -- It is not bundled with other messages
  is_urgent boolean NOT NULL,
  status text NOT NULL,
  send_at timestamptz NOT NULL,
  -- Names the message to the vendor; the same for every attempt
  reference text NOT NULL,
  -- The end of its short link
  link_code text NOT NULL,
  -- The delivery whose message contains this one too
  bundled_into bigint,
  attempts smallint DEFAULT 0 NOT NULL,
  -- When a process began to send it
  claimed_at timestamptz,
  provider text,
  -- The vendor's id of the message
  provider_id text,
  -- Why it failed or was skipped
  reason text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT notification_delivery_pkey PRIMARY KEY (id),
  CONSTRAINT notification_delivery_link_code_key UNIQUE (link_code),
  CONSTRAINT notification_delivery_reference_key UNIQUE (reference),
  CONSTRAINT notification_delivery_user_id_channel_dedupe_key_key UNIQUE (user_id, channel, dedupe_key),
  CONSTRAINT notification_delivery_bundled_into_fkey FOREIGN KEY (bundled_into) REFERENCES notification_delivery(id) ON DELETE CASCADE,
  CONSTRAINT notification_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT notification_delivery_channel_check CHECK (channel IN ('push', 'whatsapp', 'sms', 'email')),
  CONSTRAINT notification_delivery_status_check CHECK (status IN ('waiting', 'sending', 'sent', 'delivered', 'read', 'bundled', 'skipped', 'failed'))
);
CREATE INDEX notification_delivery_bundle ON notification_delivery (bundled_into) WHERE bundled_into IS NOT NULL;
CREATE INDEX notification_delivery_created ON notification_delivery (created_at);
CREATE INDEX notification_delivery_open ON notification_delivery (send_at) WHERE status IN ('waiting', 'sending');
CREATE INDEX notification_delivery_waiting ON notification_delivery (user_id, channel, send_at) WHERE status = 'waiting';
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_delivery TO fws_app;

-- Which events people were notified of, once however often a task runs: uniqueness never depends on a partitioned table. Rows are deleted when the same event does not come again
CREATE TABLE notification_key (
  user_id bigint NOT NULL,
  dedupe_key text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT notification_key_pkey PRIMARY KEY (user_id, dedupe_key),
  CONSTRAINT notification_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX notification_key_age ON notification_key (created_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_key TO fws_app;

-- What users chose where it differs from the defaults
CREATE TABLE notification_setting (
  user_id bigint NOT NULL,
  -- A group of types of notifications
  "group" text NOT NULL,
  channel text NOT NULL,
  is_on boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT notification_setting_pkey PRIMARY KEY (user_id, "group", channel),
  CONSTRAINT notification_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT notification_setting_channel_check CHECK (channel IN ('push', 'whatsapp', 'sms', 'email')),
  CONSTRAINT notification_setting_group_check CHECK ("group" ~ '^[a-z]{1,30}$')
);
GRANT DELETE, INSERT, SELECT, UPDATE ON notification_setting TO fws_app;

-- Addresses that visitors left on the landing page. Personal data
CREATE TABLE notify_me (
  email text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT notify_me_pkey PRIMARY KEY (email),
  CONSTRAINT notify_me_email_check CHECK (email = lower(email))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON notify_me TO fws_app;

-- One row. Raised when somebody is suspended or restored. Every web process reads it four times a second, and then discards the pages that it keeps in memory
CREATE TABLE offer_version (
  is_only boolean DEFAULT true NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  CONSTRAINT offer_version_pkey PRIMARY KEY (is_only),
  CONSTRAINT offer_version_is_only_check CHECK (is_only)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON offer_version TO fws_app;

-- Cases that no rule decides, for admins. One open case for each kind and subject
CREATE TABLE ops_case (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  -- The id of a refund, a withdrawal, a chargeback …
  subject text NOT NULL,
  amount_paise bigint,
  detail text DEFAULT '' NOT NULL,
  raised_at timestamptz NOT NULL,
  due_at timestamptz DEFAULT now() NOT NULL,
  -- When an admin decided it, or its cause ended
  resolved_at timestamptz,
  resolved_by bigint,
  -- What an admin decided; null: its cause ended
  resolution text,
  CONSTRAINT needs_look_pkey PRIMARY KEY (id),
  CONSTRAINT needs_look_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES user_account(id),
  CONSTRAINT needs_look_check CHECK (resolution IS NULL OR resolved_at IS NOT NULL),
  CONSTRAINT needs_look_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'),
  CONSTRAINT needs_look_resolution_check CHECK (resolution ~ '^[a-z_]{1,20}$')
);
CREATE INDEX ops_case_due ON ops_case (due_at, id) WHERE resolved_at IS NULL;
CREATE UNIQUE INDEX ops_case_open ON ops_case (kind, subject) WHERE resolved_at IS NULL;
CREATE INDEX ops_case_subject ON ops_case (kind, subject) WHERE resolution IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON ops_case TO fws_app;

-- One-time codes that were sent. A code is for one purpose
CREATE TABLE otp (
  purpose text NOT NULL,
  channel text NOT NULL,
  address text NOT NULL,
  -- For a change of contact: who asked for it. Otherwise 0: the code belongs to whoever has the address
  user_id bigint DEFAULT 0 NOT NULL,
  -- The code is derived from it and FWS_SECRET, and stored nowhere
  nonce bytea NOT NULL,
  -- How often a wrong code was given
  tries integer DEFAULT 0 NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT otp_pkey PRIMARY KEY (purpose, channel, address, user_id),
  CONSTRAINT otp_channel_check CHECK (channel IN ('mobile', 'email')),
  CONSTRAINT otp_purpose_check CHECK (purpose IN ('verify', 'reset', 'change', 'login'))
);
CREATE INDEX otp_by_end ON otp (expires_at);
CREATE INDEX otp_change_of_user ON otp (user_id, channel) WHERE purpose = 'change';
GRANT DELETE, INSERT, SELECT, UPDATE ON otp TO fws_app;

-- What a transaction wants to happen after it: tasks for the queue and events for live updates. The relay (server/src/platform/outbox) hands them on and deletes them. A transaction must not do so itself: both end in NOTIFY, and PostgreSQL commits transactions that notify one after the other
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The task of the queue; null for an event
  task text,
  payload json NOT NULL,
  -- Not before then; null: at once
  run_at timestamptz,
  -- A later task with the same key replaces this one while it waits
  job_key text,
  max_attempts smallint,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_job_key_check CHECK (length(job_key) <= 512),
  CONSTRAINT outbox_max_attempts_check CHECK (max_attempts > 0),
  CONSTRAINT outbox_task_check CHECK (length(task) <= 128)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
GRANT INSERT ON outbox TO fws_app;
GRANT DELETE, SELECT, UPDATE ON outbox TO fws_queue;

-- One row: the process whose relay hands on the outbox, so that rows keep their order
CREATE TABLE outbox_lease (
  is_only boolean DEFAULT true NOT NULL,
  holder text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT outbox_lease_pkey PRIMARY KEY (is_only),
  CONSTRAINT outbox_lease_is_only_check CHECK (is_only)
) WITH (fillfactor=50);
GRANT SELECT, UPDATE ON outbox_lease TO fws_queue;

-- Alerts to the owner of an account about a change, and their answers. Personal data
CREATE TABLE owner_alert (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  -- The payout account, where the alert is about one
  subject_id bigint,
  -- The secret part of the link is derived from it and FWS_SECRET, and stored nowhere
  nonce bytea NOT NULL,
  at timestamptz NOT NULL,
  device text NOT NULL,
  -- The network address from which the change was made
  address text NOT NULL,
  -- What the text names: the end of an account number, a name, an amount
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  -- The number that was verified at that moment, before it was changed; empty: not notified there. Emptied when the link has expired
  mobile text NOT NULL,
  -- As mobile, for the e-mail
  email text NOT NULL,
  -- The owner said that it was them
  confirmed_at timestamptz,
  -- The owner said that it was not them
  denied_at timestamptz,
  CONSTRAINT owner_alert_pkey PRIMARY KEY (id),
  CONSTRAINT owner_alert_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT owner_alert_kind_check CHECK (kind ~ '^[a-z_]{1,60}$')
);
CREATE INDEX owner_alert_of_user ON owner_alert (user_id, at DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON owner_alert TO fws_app;

-- Passkeys (WebAuthn) of users
CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  -- The signature counter of the authenticator: it only grows
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_of_user ON passkey (user_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey TO fws_app;

-- Passkeys that are being added
CREATE TABLE passkey_registration (
  user_id bigint NOT NULL,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_registration_pkey PRIMARY KEY (user_id),
  CONSTRAINT passkey_registration_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_registration_by_end ON passkey_registration (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey_registration TO fws_app;

-- Payers who may fund nothing since a bank took a payment back, until an admin decides
CREATE TABLE payer_stop (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  -- The chargeback
  subject text NOT NULL,
  stopped_at timestamptz(3) NOT NULL,
  -- Null: the payer may fund nothing
  ended_at timestamptz(3),
  -- The admin; null: the chargeback was won
  ended_by bigint,
  reason text,
  CONSTRAINT payer_stop_pkey PRIMARY KEY (id),
  CONSTRAINT payer_stop_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES user_account(id),
  CONSTRAINT payer_stop_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT payer_stop_check CHECK (ended_at IS NOT NULL OR ended_by IS NULL AND reason IS NULL)
);
CREATE UNIQUE INDEX payer_stop_open ON payer_stop (user_id, subject) WHERE ended_at IS NULL;
CREATE INDEX payer_stop_user ON payer_stop (user_id);
GRANT INSERT, SELECT, UPDATE ON payer_stop TO fws_app;

-- Successful payments at the provider
CREATE TABLE payment (
  provider text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL,
  amount_paise bigint NOT NULL,
  -- It funded the milestone. Otherwise it is credited or refunded
  applied boolean NOT NULL,
  -- How it was paid: card, upi, netbanking …; empty: not known
  method text DEFAULT '' NOT NULL,
  bank_reference text,
  received_at timestamptz NOT NULL,
  -- When the provider was last asked whether a bank took it back. Chargebacks come for months
  last_polled_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT payment_pkey PRIMARY KEY (provider, payment_id),
  CONSTRAINT payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES escrow_order(id),
  CONSTRAINT payment_amount_paise_check CHECK (amount_paise > 0)
);
CREATE INDEX payment_by_bank_reference ON payment (bank_reference) WHERE bank_reference IS NOT NULL;
CREATE INDEX payment_by_id ON payment (payment_id);
CREATE INDEX payment_last_polled ON payment (last_polled_at);
CREATE UNIQUE INDEX payment_one_applied ON payment (order_id) WHERE applied;
CREATE INDEX payment_order ON payment (order_id);
CREATE INDEX payment_unapplied ON payment (received_at) WHERE NOT applied;
GRANT DELETE, INSERT, SELECT, UPDATE ON payment TO fws_app;

-- Bank accounts and UPI IDs to which users withdraw. Personal data
CREATE TABLE payout_account (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  -- plain, of rows that are not encrypted yet; new rows have it empty
  account_number text DEFAULT '' NOT NULL,
  -- The number, sealed with FWS_SECRET
  account_number_sealed bytea,
  -- The last four digits, which are all that is ever shown
  account_ending text DEFAULT '' NOT NULL,
  ifsc text DEFAULT '' NOT NULL,
  bank_name text DEFAULT '' NOT NULL,
  upi_id text DEFAULT '' NOT NULL,
  -- As the user typed it
  holder_name text NOT NULL,
  -- The name that the bank gave; empty: it gave none yet
  name_at_bank text DEFAULT '' NOT NULL,
  address text DEFAULT '' NOT NULL,
  -- Our id of the account at the provider, where it is registered before the first transfer
  beneficiary_id text NOT NULL,
  registered_at timestamptz,
  -- No money goes there before
  usable_from timestamptz NOT NULL,
  -- Why it could not be used at once; null: the bank named the verified person
  wait_reason text,
  -- The key under which its signal was recorded (account_signal); null: not recorded
  signal_key_id text,
  created_at timestamptz NOT NULL,
  -- When it was added, or its destination last changed
  destination_at timestamptz,
  -- When money was first sent there since then
  first_used_at timestamptz,
  -- Its owner removed it and may add it again. The row stays for its withdrawals
  removed_at timestamptz,
  CONSTRAINT payout_account_pkey PRIMARY KEY (id),
  CONSTRAINT payout_account_beneficiary_id_key UNIQUE (beneficiary_id),
  CONSTRAINT payout_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT payout_account_bank_details CHECK ((kind = 'bank') = (ifsc <> '' AND (account_number <> '' OR account_number_sealed IS NOT NULL))),
  CONSTRAINT payout_account_check1 CHECK ((kind = 'upi') = (upi_id <> '')),
  CONSTRAINT payout_account_kind_check CHECK (kind IN ('bank', 'upi')),
  CONSTRAINT payout_account_number_once CHECK (account_number = '' OR account_number_sealed IS NULL),
  CONSTRAINT payout_account_wait_reason_check CHECK (wait_reason IN ('unverified', 'unclear_name', 'other_name', 'no_answer'))
);
CREATE INDEX payout_account_of_user ON payout_account (user_id, id DESC) WHERE removed_at IS NULL;
CREATE INDEX payout_account_plain ON payout_account (id) WHERE account_number <> '';
CREATE INDEX payout_account_signal_key ON payout_account (signal_key_id);
CREATE UNIQUE INDEX payout_account_upi ON payout_account (user_id, lower(upi_id)) WHERE kind = 'upi' AND removed_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON payout_account TO fws_app;

-- The directory of people as its search reads it, without suspended ones. Rows of user_account are wide, and the words would have to be computed for each person that a search passes over
CREATE TABLE person_search (
  user_id bigint NOT NULL,
  completed_projects integer NOT NULL,
  words tsvector NOT NULL,
  CONSTRAINT person_search_pkey PRIMARY KEY (user_id),
  CONSTRAINT person_search_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX person_search_beginnings ON person_search USING gin (list_beginnings(words)) WITH (fastupdate=off);
CREATE INDEX person_search_directory ON person_search (completed_projects DESC, user_id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON person_search TO fws_app;

-- Photos of jobs, quotes, completed work and portfolios, each in two sizes. They are uploaded before the form that names them
CREATE TABLE photo (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  owner_id bigint NOT NULL,
  -- Made by the client for each photo, so that a repeated upload makes no second one
  upload_key text NOT NULL,
  file_id uuid NOT NULL,
  thumbnail_id uuid NOT NULL,
  -- Of the large size, in pixels
  width integer NOT NULL,
  height integer NOT NULL,
  -- What it is attached to; null: nothing yet
  subject text,
  -- A job, a quote, a milestone_completion, a user, message.attachment_id, or rating.attachment_id
  subject_id bigint,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamptz NOT NULL,
  -- What FWS took it down from; null: it is not taken down
  taken_from text,
  CONSTRAINT photo_pkey PRIMARY KEY (id),
  CONSTRAINT photo_file_id_key UNIQUE (file_id),
  CONSTRAINT photo_owner_id_upload_key_key UNIQUE (owner_id, upload_key),
  CONSTRAINT photo_thumbnail_id_key UNIQUE (thumbnail_id),
  CONSTRAINT photo_file_id_fkey FOREIGN KEY (file_id) REFERENCES file(id) ON DELETE CASCADE,
  CONSTRAINT photo_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT photo_thumbnail_id_fkey FOREIGN KEY (thumbnail_id) REFERENCES file(id) ON DELETE CASCADE,
  CONSTRAINT photo_check CHECK ((subject IS NULL) = (subject_id IS NULL)),
  CONSTRAINT photo_height_check CHECK (height > 0),
  CONSTRAINT photo_subject_check CHECK (subject IN ('job', 'quote', 'completion', 'portfolio', 'message', 'review', 'taken_down')),
  CONSTRAINT photo_taken_from_check CHECK ((taken_from IS NOT NULL) = (NOT subject IS DISTINCT FROM 'taken_down') AND (taken_from IN ('job', 'quote', 'completion', 'portfolio', 'message', 'review'))),
  CONSTRAINT photo_width_check CHECK (width > 0)
);
CREATE INDEX photo_subject ON photo (subject, subject_id, "position") WHERE subject IS NOT NULL;
CREATE INDEX photo_unattached ON photo (owner_id) WHERE subject IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON photo TO fws_app;

-- The plans of an awarded job. Version 1 is that of the award, and is written with the first agreed change. Rows are never changed
CREATE TABLE plan_version (
  job_id bigint NOT NULL,
  version integer NOT NULL,
  -- [{milestoneId, position, name, amountPaise}]
  parts jsonb NOT NULL,
  total_paise bigint NOT NULL,
  finish_by date,
  -- The change that led to it; null for the first
  change_id bigint,
  agreed_at timestamptz NOT NULL,
  CONSTRAINT plan_version_pkey PRIMARY KEY (job_id, version),
  CONSTRAINT plan_version_job_id_change_id_fkey FOREIGN KEY (job_id, change_id) REFERENCES change_order(job_id, id),
  CONSTRAINT plan_version_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT plan_version_check CHECK ((version = 1) = (change_id IS NULL)),
  CONSTRAINT plan_version_total_paise_check CHECK (total_paise > 0),
  CONSTRAINT plan_version_version_check CHECK (version >= 1)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON plan_version TO fws_app;

-- What a poster has done here, for those who may quote. The counts change with what they count; a task counts everything again after an award, an answered quote and a release
CREATE TABLE poster_record (
  poster_id bigint NOT NULL,
  jobs_posted integer DEFAULT 0 NOT NULL,
  jobs_awarded integer DEFAULT 0 NOT NULL,
  released_paise bigint DEFAULT 0 NOT NULL,
  quotes_answered integer DEFAULT 0 NOT NULL,
  -- The median from a quote to its answer
  answer_seconds bigint,
  releases integer DEFAULT 0 NOT NULL,
  -- The median from the worker's payment request to the release
  release_seconds bigint,
  -- Null until everything was counted once
  counted_at timestamptz,
  CONSTRAINT poster_record_pkey PRIMARY KEY (poster_id),
  CONSTRAINT poster_record_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX poster_record_uncounted ON poster_record (poster_id) WHERE counted_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON poster_record TO fws_app;

-- What a category costs in a city: the last published median and middle half of accepted quotes. Published again only when enough quotes of enough people are new
CREATE TABLE price_hint (
  -- As job.city: "pune"
  city text NOT NULL,
  category_id bigint NOT NULL,
  -- The lower quartile, as a step of prices
  low_paise bigint NOT NULL,
  -- The median, as a step of prices
  middle_paise bigint NOT NULL,
  -- The upper quartile, as a step of prices
  high_paise bigint NOT NULL,
  -- From at least so many quotes: 10, 20, 50, 100, 200 or 500
  quotes_from integer NOT NULL,
  -- Quotes whose last milestone was funded before this moment were counted. It is shown for half a year from then on
  counted_until timestamptz NOT NULL,
  CONSTRAINT price_hint_pkey PRIMARY KEY (city, category_id),
  CONSTRAINT price_hint_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  CONSTRAINT price_hint_order CHECK (low_paise > 0 AND middle_paise >= low_paise AND high_paise >= middle_paise),
  CONSTRAINT price_hint_quotes_from_check CHECK (quotes_from >= 10)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON price_hint TO fws_app;

-- What users say about themselves. Names, place and skills are in user_account. Personal data
CREATE TABLE profile (
  user_id bigint NOT NULL,
  qualification text,
  age smallint,
  gender text,
  native_location text DEFAULT '' NOT NULL,
  web_link text DEFAULT '' NOT NULL,
  about text DEFAULT '' NOT NULL,
  inexperienced boolean DEFAULT false NOT NULL,
  -- Ready to work; null: not answered
  is_ready boolean,
  -- Only with is_ready; null: at once
  ready_from date,
  rate_paise bigint,
  rate_type text,
  additional_condition text DEFAULT '' NOT NULL,
  -- How far the worker travels
  radius text,
  resume_id uuid,
  -- The worker has a public page
  is_public boolean DEFAULT false NOT NULL,
  changed_at timestamptz NOT NULL,
  -- FWS has taken its texts, photos and public page down. Others see the name and what FWS counts; null: it has not
  taken_down_at timestamptz,
  -- The photo of the person that was taken down with it
  taken_photo_id uuid,
  -- It had a public page when it was taken down
  was_public boolean DEFAULT false NOT NULL,
  -- It is taken down until its owner has changed it, or until a person has looked at the change; null: for good, or not
  held_back text,
  CONSTRAINT profile_pkey PRIMARY KEY (user_id),
  CONSTRAINT profile_resume_id_fkey FOREIGN KEY (resume_id) REFERENCES file(id),
  CONSTRAINT profile_taken_photo_id_fkey FOREIGN KEY (taken_photo_id) REFERENCES file(id),
  CONSTRAINT profile_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT profile_age_check CHECK (age >= 18 AND age <= 100),
  CONSTRAINT profile_check CHECK (ready_from IS NULL OR is_ready),
  CONSTRAINT profile_gender_check CHECK (gender IN ('male', 'female', 'transgender', 'unsaid')),
  CONSTRAINT profile_held_back_check CHECK (held_back IS NULL OR (held_back IN ('change_asked', 'waiting')) AND taken_down_at IS NOT NULL),
  CONSTRAINT profile_qualification_check CHECK (qualification IN ('tenth', 'twelfth', 'diploma', 'graduate', 'postgraduate', 'phd')),
  CONSTRAINT profile_radius_check CHECK (radius IN ('local', 'city', 'district', 'state', 'country', 'anywhere')),
  CONSTRAINT profile_rate_paise_check CHECK (rate_paise > 0),
  CONSTRAINT profile_rate_type_check CHECK (rate_type IN ('hourly', 'day', 'weekly', 'fixed')),
  CONSTRAINT profile_web_link_check CHECK (web_link ~ '^(https?://|$)')
);
CREATE INDEX profile_public ON profile (user_id) WHERE is_public;
GRANT DELETE, INSERT, SELECT, UPDATE ON profile TO fws_app;

-- The categories in which a user works
CREATE TABLE profile_category (
  user_id bigint NOT NULL,
  category_id bigint NOT NULL,
  CONSTRAINT profile_category_pkey PRIMARY KEY (user_id, category_id),
  CONSTRAINT profile_category_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  CONSTRAINT profile_category_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON profile_category TO fws_app;

-- Every webhook as it came. Partitioned by month
CREATE TABLE provider_event (
  id bigint DEFAULT nextval('provider_event_number') NOT NULL,
  provider text NOT NULL,
  -- The event that it reports (provider_event_key)
  dedupe_key text NOT NULL,
  type text NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  verdict text NOT NULL,
  -- Why it was refused
  reason text DEFAULT '' NOT NULL,
  -- What it led to; null: not handled yet
  outcome text,
  received_at timestamptz DEFAULT now() NOT NULL,
  handled_at timestamptz,
  -- When an admin marked a refused one as seen
  seen_at timestamptz,
  seen_by bigint,
  CONSTRAINT provider_event_seen_by_fkey FOREIGN KEY (seen_by) REFERENCES user_account(id),
  CONSTRAINT provider_event_verdict_check CHECK (verdict IN ('valid', 'forged', 'malformed'))
) PARTITION BY RANGE (received_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_event TO fws_app;

-- The first partition of provider_event. Every partition has these keys and indexes.
ALTER TABLE provider_event_before ADD CONSTRAINT provider_event_pkey PRIMARY KEY (id);
ALTER TABLE provider_event_before ADD CONSTRAINT provider_event_provider_dedupe_key_key UNIQUE (provider, dedupe_key);
CREATE INDEX provider_event_last_valid ON provider_event_before (provider, received_at DESC) WHERE verdict = 'valid';
CREATE INDEX provider_event_refused ON provider_event_before (received_at) WHERE verdict <> 'valid';
CREATE INDEX provider_event_unseen ON provider_event_before (received_at, id) WHERE verdict <> 'valid' AND seen_at IS NULL;
CREATE INDEX provider_event_valid ON provider_event_before (received_at) WHERE verdict = 'valid';

-- Which webhooks came: uniqueness never depends on a partitioned table. Rows are deleted when the same webhook does not come again
CREATE TABLE provider_event_key (
  provider text NOT NULL,
  dedupe_key text NOT NULL,
  received_at timestamptz NOT NULL,
  CONSTRAINT provider_event_key_pkey PRIMARY KEY (provider, dedupe_key)
);
CREATE INDEX provider_event_key_age ON provider_event_key (received_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_event_key TO fws_app;

-- What a provider answered about a refund, a withdrawal, a chargeback or a settlement: a row for each change of its answer
CREATE TABLE provider_status_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The kind and the id
  subject text NOT NULL,
  status text NOT NULL,
  note text DEFAULT '' NOT NULL,
  -- How often it gave this answer, from first_at to last_at
  times integer DEFAULT 1 NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT provider_answer_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_status_log_subject ON provider_status_log (subject, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON provider_status_log TO fws_app;

-- Browsers that receive push messages. A subscription ends with its session
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  endpoint text NOT NULL,
  -- The browser's public key
  p256dh text NOT NULL,
  -- The browser's authentication secret
  auth text NOT NULL,
  added_at timestamptz NOT NULL,
  CONSTRAINT push_subscription_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  CONSTRAINT push_subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX push_subscription_of_session ON push_subscription (session_id);
CREATE INDEX push_subscription_of_user ON push_subscription (user_id, id);
GRANT DELETE, INSERT, SELECT, UPDATE ON push_subscription TO fws_app;

-- When users get no messages that can wait. Without a row the default holds
CREATE TABLE quiet_hours (
  user_id bigint NOT NULL,
  is_on boolean NOT NULL,
  -- In minutes after midnight in India
  from_minute smallint NOT NULL,
  -- In minutes after midnight in India
  to_minute smallint NOT NULL,
  CONSTRAINT quiet_hours_pkey PRIMARY KEY (user_id),
  CONSTRAINT quiet_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT quiet_hours_from_minute_check CHECK (from_minute >= 0 AND from_minute <= 1439),
  CONSTRAINT quiet_hours_to_minute_check CHECK (to_minute >= 0 AND to_minute <= 1439)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON quiet_hours TO fws_app;

-- Quotes of workers for jobs
CREATE TABLE quote (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  bid_paise bigint NOT NULL,
  term text NOT NULL,
  -- [{name, amountPaise}] as quoted. They become milestones when the quote is accepted
  parts jsonb NOT NULL,
  work_scope text NOT NULL,
  proposal_id uuid,
  -- withheld: its worker is suspended, or FWS holds it back
  state text DEFAULT 'submitted' NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When it was last edited
  changed_at timestamptz,
  -- When the side whose turn it is was reminded of it; null: not in this turn
  reminded_at timestamptz,
  decided_at timestamptz,
  -- Why the worker withdrew it
  cancel_comment text DEFAULT '' NOT NULL,
  -- Why FWS withholds it, or took it down before it ended; null: it did not
  held_back text,
  -- {workScope, partNames} without contact data, for others than the worker before award. Null: nothing is hidden
  masked jsonb,
  -- The version of the contact filter that made masked. 0: none, so it is masked when it is read
  filter_version smallint DEFAULT 0 NOT NULL,
  -- The day in India on which the worker would start; null: the worker has not said
  starts_on date,
  -- The day in India by which the work would be done; null: the worker has not said
  finish_by date,
  -- The first quote is 1; one more each time that the poster asks for another and each time that the worker answers
  turn smallint DEFAULT 1 NOT NULL,
  -- When that turn was; null: when it was created. It lapses seven days later
  turn_at timestamptz,
  -- Of the offer: one more each time that the worker changes it
  version integer DEFAULT 1 NOT NULL,
  -- When the poster opened this version; null: not yet
  seen_at timestamptz,
  -- When the poster first asked for another; null: never
  answered_at timestamptz,
  -- The day in India on which the worker would come; null: the quote states no visit
  visit_date date,
  -- The time of that day: 16:00-18:00
  visit_window text,
  -- What the visit costs, besides bid_paise; 0: nothing
  visit_fee_paise bigint DEFAULT 0 NOT NULL,
  CONSTRAINT quote_pkey PRIMARY KEY (id),
  CONSTRAINT quote_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT quote_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES file(id),
  CONSTRAINT quote_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT quote_bid_paise_check CHECK (bid_paise >= 100),
  CONSTRAINT quote_dates_check CHECK (finish_by >= starts_on),
  CONSTRAINT quote_held_back_check CHECK (held_back IN ('taken_down', 'change_asked', 'waiting')),
  CONSTRAINT quote_state_check CHECK (state IN ('submitted', 'asked', 'withheld', 'accepted', 'declined', 'cancelled', 'not_selected', 'lapsed')),
  CONSTRAINT quote_term_check CHECK (term IN ('terms', 'milestone', 'completion')),
  CONSTRAINT quote_turn_check CHECK (turn >= 1 AND turn <= 6),
  CONSTRAINT quote_visit_check CHECK ((visit_date IS NULL) = (visit_window IS NULL) AND (visit_fee_paise = 0 OR visit_fee_paise > 0 AND visit_date IS NOT NULL))
);
CREATE INDEX quote_due ON quote (COALESCE(turn_at, created_at)) WHERE state IN ('submitted', 'asked', 'withheld');
CREATE INDEX quote_filter_version ON quote (filter_version);
CREATE INDEX quote_job ON quote (job_id, created_at, id);
CREATE UNIQUE INDEX quote_one_accepted ON quote (job_id) WHERE state = 'accepted';
CREATE UNIQUE INDEX quote_one_offer ON quote (job_id, worker_id) WHERE state IN ('submitted', 'asked', 'accepted');
CREATE INDEX quote_reminder ON quote (COALESCE(turn_at, created_at)) WHERE (state IN ('submitted', 'asked')) AND reminded_at IS NULL;
CREATE INDEX quote_worker ON quote (worker_id, created_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON quote TO fws_app;

-- What the two sides of a quote offered and asked for, once the first offer is no longer all. Rows are never deleted
CREATE TABLE quote_history (
  job_id bigint NOT NULL,
  quote_id bigint NOT NULL,
  -- The order within the quote, from 1
  number integer NOT NULL,
  -- An offer of the worker (offered, edited, revised) or an answer of the poster (asked, declined)
  step text NOT NULL,
  -- As quote.turn was after it
  turn smallint NOT NULL,
  -- Of the offer; null: it is none
  version integer,
  -- Of an offer, or what the poster asked for; null: the poster asked for no other amount
  bid_paise bigint,
  term text,
  -- As quote.parts; empty: the poster asked for no other parts
  parts jsonb NOT NULL,
  starts_on date,
  finish_by date,
  work_scope text NOT NULL,
  -- What whoever acted wrote about it
  note text NOT NULL,
  reason text,
  -- Its texts as the other side reads them before award: {"workScope", "note", "partNames"}; null: nothing is hidden
  masked jsonb,
  -- The version of the contact filter that masked it
  filter_version smallint NOT NULL,
  at timestamptz NOT NULL,
  -- As quote.visit_date, with the two that follow; null: no visit, or an answer of the poster
  visit_date date,
  visit_window text,
  visit_fee_paise bigint DEFAULT 0 NOT NULL,
  CONSTRAINT quote_history_pkey PRIMARY KEY (job_id, quote_id, number),
  CONSTRAINT quote_history_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT quote_history_bid_paise_check CHECK (bid_paise >= 100),
  CONSTRAINT quote_history_check CHECK ((version IS NULL) = (step IN ('asked', 'declined'))),
  CONSTRAINT quote_history_check1 CHECK ((reason IS NOT NULL) = (step = 'declined')),
  CONSTRAINT quote_history_check2 CHECK (version IS NULL OR bid_paise IS NOT NULL AND term IS NOT NULL),
  CONSTRAINT quote_history_check3 CHECK (finish_by >= starts_on),
  CONSTRAINT quote_history_reason_check CHECK (reason IN ('price', 'dates', 'payment', 'somebody_else', 'work_changed', 'another_reason')),
  CONSTRAINT quote_history_step_check CHECK (step IN ('offered', 'edited', 'asked', 'revised', 'declined')),
  CONSTRAINT quote_history_term_check CHECK (term IN ('terms', 'milestone', 'completion')),
  CONSTRAINT quote_history_turn_check CHECK (turn >= 1 AND turn <= 6)
);
CREATE INDEX quote_history_filter_version ON quote_history (filter_version);
GRANT DELETE, INSERT, SELECT, UPDATE ON quote_history TO fws_app;

-- Reviews: each side of a job rates the other once, with words and photos
CREATE TABLE rating (
  job_id bigint NOT NULL,
  by_user_id bigint NOT NULL,
  about_user_id bigint NOT NULL,
  -- 20 to 100, twenty for each star
  points smallint NOT NULL,
  comment text DEFAULT '' NOT NULL,
  rated_at timestamptz NOT NULL,
  -- Why it is in no average: the accounts are linked, less than ₹100 was released, nothing was, or FWS took it down. Null: it counts in user_account.rating_sum and rating_count
  uncounted_reason text,
  -- Names the review on public pages, which tell neither its job nor its writer's account
  public_id uuid DEFAULT gen_random_uuid(),
  -- sealed: nobody but its writer sees it, and it counts nowhere; open: everybody may; answered: with a reply
  state text DEFAULT 'open' NOT NULL,
  -- When it opened. Null: sealed, or given before reviews were sealed
  opened_at timestamptz(3),
  -- 1 to 5; null: not given, as on_time, as_agreed and manner
  quality smallint,
  on_time smallint,
  as_agreed smallint,
  manner smallint,
  -- The answer of the one it is about; empty: none
  reply text DEFAULT '' NOT NULL,
  replied_at timestamptz(3),
  -- comment and reply without contact data; null: they have none
  masked jsonb,
  -- The version of the contact filter that masked it; 0: none yet
  filter_version smallint DEFAULT 0 NOT NULL,
  -- By which its photos name it (photo.subject_id); null: it has none
  attachment_id bigint,
  CONSTRAINT rating_pkey PRIMARY KEY (job_id, by_user_id),
  CONSTRAINT rating_about_user_id_fkey FOREIGN KEY (about_user_id) REFERENCES user_account(id),
  CONSTRAINT rating_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES user_account(id),
  CONSTRAINT rating_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT rating_check CHECK (by_user_id <> about_user_id),
  CONSTRAINT rating_parts_check CHECK (COALESCE(quality::integer, 1) >= 1 AND COALESCE(quality::integer, 1) <= 5 AND COALESCE(on_time::integer, 1) >= 1 AND COALESCE(on_time::integer, 1) <= 5 AND COALESCE(as_agreed::integer, 1) >= 1 AND COALESCE(as_agreed::integer, 1) <= 5 AND COALESCE(manner::integer, 1) >= 1 AND COALESCE(manner::integer, 1) <= 5),
  CONSTRAINT rating_points_check CHECK (points >= 20 AND points <= 100),
  CONSTRAINT rating_reply_check CHECK ((state = 'answered') = (reply <> '') AND (state = 'answered') = (replied_at IS NOT NULL)),
  CONSTRAINT rating_state_check CHECK ((state IN ('sealed', 'open', 'answered')) AND (state = 'sealed') <= (opened_at IS NULL)),
  CONSTRAINT rating_uncounted_reason_check CHECK (uncounted_reason IN ('linked', 'small', 'unpaid', 'taken_down'))
);
CREATE INDEX rating_about ON rating (about_user_id, rated_at DESC);
CREATE INDEX rating_attachment ON rating (attachment_id) WHERE attachment_id IS NOT NULL;
CREATE INDEX rating_filter_version ON rating (filter_version);
CREATE INDEX rating_public_id ON rating (public_id);
CREATE INDEX rating_shown ON rating (about_user_id, COALESCE(opened_at, rated_at) DESC, job_id DESC) WHERE state <> 'sealed' AND uncounted_reason IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON rating TO fws_app;

-- Codes that replace a lost second factor, each once
CREATE TABLE recovery_code (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_code TO fws_app;

-- People who recommend a user. Only that user reads them. Personal data of others
CREATE TABLE reference_person (
  user_id bigint NOT NULL,
  kind text NOT NULL,
  "position" smallint NOT NULL,
  name text NOT NULL,
  mobile text NOT NULL,
  profession text NOT NULL,
  username text NOT NULL,
  CONSTRAINT reference_person_pkey PRIMARY KEY (user_id, kind, "position"),
  CONSTRAINT reference_person_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT reference_person_kind_check CHECK (kind IN ('professional', 'personal')),
  CONSTRAINT reference_person_position_check CHECK ("position" IN (1, 2))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON reference_person TO fws_app;

-- Money on its way back to a payer: of a payment that funds nothing, or of a milestone
CREATE TABLE refund (
  -- Ours, and the provider's refund_id
  id text NOT NULL,
  order_id text NOT NULL,
  payment_id text,
  milestone_id bigint,
  amount_paise bigint NOT NULL,
  -- Such as cancelled
  reason text NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  -- How often the provider was asked to send the money. Each try is a refund of its own there, and only one may succeed
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the provider is asked about it next; null: its result is final
  next_check_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT refund_pkey PRIMARY KEY (id),
  CONSTRAINT refund_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES escrow_order(id),
  CONSTRAINT refund_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT refund_state_check CHECK (state IN ('pending', 'succeeded', 'failed'))
);
CREATE INDEX refund_due ON refund (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX refund_milestone ON refund (milestone_id) WHERE reason = 'cancelled';
CREATE INDEX refund_order ON refund (order_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON refund TO fws_app;

-- Why a release cannot be withdrawn although its rest is over
CREATE TABLE release_hold (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  release_id bigint NOT NULL,
  cause text NOT NULL,
  -- The chargeback, "cashfree:cb_7"; or the admin's reason
  subject text NOT NULL,
  held_by bigint,
  held_at timestamptz(3) NOT NULL,
  -- The order of what happens to releases (sequence release_event)
  held_event bigint DEFAULT nextval('release_event') NOT NULL,
  lifted_by bigint,
  lifted_at timestamptz(3),
  lifted_event bigint,
  lift_reason text,
  CONSTRAINT release_hold_pkey PRIMARY KEY (id),
  CONSTRAINT release_hold_held_by_fkey FOREIGN KEY (held_by) REFERENCES user_account(id),
  CONSTRAINT release_hold_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES user_account(id),
  CONSTRAINT release_hold_release_id_fkey FOREIGN KEY (release_id) REFERENCES wallet_release(id),
  CONSTRAINT release_hold_cause_check CHECK (cause IN ('chargeback', 'admin')),
  CONSTRAINT release_hold_check CHECK ((lifted_at IS NULL) = (lifted_event IS NULL)),
  CONSTRAINT release_hold_check1 CHECK (lifted_at IS NOT NULL OR lifted_by IS NULL AND lift_reason IS NULL)
);
CREATE UNIQUE INDEX release_hold_open ON release_hold (release_id, cause, subject) WHERE lifted_at IS NULL;
CREATE INDEX release_hold_release ON release_hold (release_id);
CREATE INDEX release_hold_subject ON release_hold (subject) WHERE lifted_at IS NULL;
GRANT INSERT, SELECT, UPDATE ON release_hold TO fws_app;

-- What was taken out of a release, and given back when the withdrawal failed
CREATE TABLE release_part (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  release_id bigint NOT NULL,
  withdrawal_id bigint,
  -- Instead of a withdrawal: the chargeback for which it was taken back
  recovered_for text,
  amount_paise bigint NOT NULL,
  -- The money had left before this was recorded, so rests and holds were not checked
  is_late boolean DEFAULT false NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  -- The order of what happens to releases (sequence release_event)
  taken_event bigint DEFAULT nextval('release_event') NOT NULL,
  returned_at timestamptz(3),
  returned_event bigint,
  CONSTRAINT release_part_pkey PRIMARY KEY (id),
  CONSTRAINT release_part_release_id_fkey FOREIGN KEY (release_id) REFERENCES wallet_release(id),
  CONSTRAINT release_part_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  CONSTRAINT release_part_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT release_part_check CHECK ((returned_at IS NULL) = (returned_event IS NULL)),
  CONSTRAINT release_part_check1 CHECK ((withdrawal_id IS NULL) <> (recovered_for IS NULL))
);
CREATE INDEX release_part_release ON release_part (release_id);
CREATE INDEX release_part_withdrawal ON release_part (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
GRANT INSERT, SELECT, UPDATE ON release_part TO fws_app;

-- A date of a series, in India
CREATE TABLE repeat_date (
  series_id bigint NOT NULL,
  day date NOT NULL,
  state text DEFAULT 'coming' NOT NULL,
  -- The job of this date, from eight days before on
  job_id bigint,
  -- When its state last changed
  changed_at timestamptz NOT NULL,
  CONSTRAINT repeat_date_pkey PRIMARY KEY (series_id, day),
  CONSTRAINT repeat_date_series_id_fkey FOREIGN KEY (series_id) REFERENCES repeat_series(id),
  CONSTRAINT repeat_date_job CHECK ((state = 'coming') <= (job_id IS NULL) AND (state = 'set') <= (job_id IS NOT NULL)),
  CONSTRAINT repeat_date_state_check CHECK (state IN ('coming', 'set', 'skipped'))
);
CREATE INDEX repeat_date_coming ON repeat_date (day, series_id) WHERE state = 'coming';
CREATE UNIQUE INDEX repeat_date_job_id ON repeat_date (job_id);
CREATE INDEX repeat_date_set ON repeat_date (day, series_id) WHERE state = 'set';
GRANT DELETE, INSERT, SELECT, UPDATE ON repeat_date TO fws_app;

-- A job that its poster and worker repeat on dates
CREATE TABLE repeat_series (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The job that is repeated, with its texts, parts and amount
  job_id bigint NOT NULL,
  poster_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  -- The recurrence rule of RFC 5545 that the dates were made from
  rule text NOT NULL,
  state text DEFAULT 'proposed' NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  -- When its state last changed
  changed_at timestamptz NOT NULL,
  CONSTRAINT repeat_series_pkey PRIMARY KEY (id),
  CONSTRAINT repeat_series_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT repeat_series_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT repeat_series_rule_check CHECK (length(rule) >= 1 AND length(rule) <= 200),
  CONSTRAINT repeat_series_sides CHECK (poster_id <> worker_id),
  CONSTRAINT repeat_series_state_check CHECK (state IN ('proposed', 'running', 'ended', 'declined', 'lapsed'))
);
CREATE INDEX repeat_series_asked ON repeat_series (worker_id, id DESC) WHERE state = 'proposed';
CREATE INDEX repeat_series_job ON repeat_series (job_id, id DESC);
CREATE UNIQUE INDEX repeat_series_live ON repeat_series (job_id) WHERE state IN ('proposed', 'running');
CREATE INDEX repeat_series_poster ON repeat_series (poster_id, id DESC);
CREATE INDEX repeat_series_proposed ON repeat_series (proposed_at) WHERE state = 'proposed';
CREATE INDEX repeat_series_running ON repeat_series (id) WHERE state = 'running';
CREATE INDEX repeat_series_worker ON repeat_series (worker_id, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON repeat_series TO fws_app;

-- What one person reported
CREATE TABLE report (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id bigint NOT NULL,
  -- Null: a visitor
  reporter_id bigint,
  -- The e-mail address at which a visitor wants the answer; empty: none
  reply_to text DEFAULT '' NOT NULL,
  -- The language in which the reporter read it
  locale text NOT NULL,
  reason text NOT NULL,
  details text NOT NULL,
  -- Its texts as this reporter saw them: [{name, text}]
  snapshot jsonb NOT NULL,
  reported_at timestamptz NOT NULL,
  -- When FWS decides at the latest, as the reporter was told
  due_at timestamptz NOT NULL,
  -- The newest messages of the two about the job when it was reported, the oldest first, for who decides; null: none belong to it
  messages jsonb,
  CONSTRAINT report_pkey PRIMARY KEY (id),
  CONSTRAINT report_case_id_reporter_id_key UNIQUE (case_id, reporter_id),
  CONSTRAINT report_case_id_fkey FOREIGN KEY (case_id) REFERENCES report_case(id),
  CONSTRAINT report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES user_account(id)
);
CREATE INDEX report_list ON report (reporter_id, reported_at DESC, id DESC) WHERE reporter_id IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON report TO fws_app;

-- Something that was reported, or that waits for a look before it is shown, and what FWS decided. One open case for each subject
CREATE TABLE report_case (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject_type text NOT NULL,
  -- The id of the job, quote, user or photo, the public id of the review, or <job>-<worker>-<number> of the message
  subject_id text NOT NULL,
  -- Who wrote or uploaded it
  author_id bigint NOT NULL,
  -- How it is named to people: the title of the job, the name of the person
  title text NOT NULL,
  -- Its texts as the first reporter saw them: [{name, text}]
  snapshot jsonb NOT NULL,
  -- Its photos as the first reporter saw them
  photo_ids text[] NOT NULL,
  -- Copies of these photos, in their order, because the author may delete them; empty until they are made
  kept_file_ids text[] DEFAULT '{}'::text[] NOT NULL,
  -- The worst of what was reported: 0 danger, 1 money, 2 private data, 3 honesty
  harm smallint NOT NULL,
  -- Of the worst report; once it is decided, the rule that the decision names
  reason text NOT NULL,
  opened_at timestamptz NOT NULL,
  -- FWS decides by then: the earliest time that a report of it sets
  due_at timestamptz NOT NULL,
  -- A first post that looks like a known fraud, or what was changed because FWS asked, is shown at this time if nobody has decided; null: it was reported
  waits_until timestamptz,
  decision text,
  -- To the author
  words text DEFAULT '' NOT NULL,
  -- Null where nobody decided before waits_until
  decided_by bigint,
  decided_at timestamptz,
  appeal_text text DEFAULT '' NOT NULL,
  appealed_at timestamptz,
  appeal_due_at timestamptz,
  appeal_decision text,
  appeal_words text DEFAULT '' NOT NULL,
  appeal_decided_by bigint,
  appeal_decided_at timestamptz,
  -- The screen that shows it to those who may see it. Null: none
  path text,
  -- Of what its author was asked to change. waiting: it is changed and waits for a look in a case of its own; shown: it is shown again; ended: FWS has decided anew, or an appeal has put it back
  change_state text,
  -- When its author had changed it as asked
  changed_at timestamptz,
  CONSTRAINT report_case_pkey PRIMARY KEY (id),
  CONSTRAINT report_case_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES user_account(id),
  CONSTRAINT report_case_author_id_fkey FOREIGN KEY (author_id) REFERENCES user_account(id),
  CONSTRAINT report_case_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES user_account(id),
  CONSTRAINT report_case_appeal_decision_check CHECK (appeal_decision IN ('put_back', 'stands')),
  CONSTRAINT report_case_change_state_check CHECK ((change_state IN ('asked', 'waiting', 'shown', 'ended')) AND (change_state IS NULL OR NOT decision IS DISTINCT FROM 'ask_change')),
  CONSTRAINT report_case_check CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT report_case_check1 CHECK ((appealed_at IS NULL) = (appeal_due_at IS NULL)),
  CONSTRAINT report_case_check2 CHECK (appealed_at IS NULL OR (decision IN ('take_down', 'suspend', 'ask_change'))),
  CONSTRAINT report_case_check3 CHECK ((appeal_decision IS NULL) = (appeal_decided_at IS NULL)),
  CONSTRAINT report_case_check4 CHECK (appeal_decided_by <> decided_by),
  CONSTRAINT report_case_decision_check CHECK (decision IN ('take_down', 'suspend', 'ask_change', 'leave', 'show_text')),
  CONSTRAINT report_case_harm_check CHECK (harm >= 0 AND harm <= 3),
  CONSTRAINT report_case_subject_type_check CHECK (subject_type IN ('job', 'quote', 'user', 'photo', 'review', 'message'))
);
CREATE INDEX report_case_appeals ON report_case (appeal_due_at, id) WHERE appealed_at IS NOT NULL AND appeal_decided_at IS NULL;
CREATE INDEX report_case_author ON report_case (author_id, decided_at DESC, id DESC) WHERE decision IN ('take_down', 'suspend');
CREATE INDEX report_case_hidden_author ON report_case (author_id, decided_at DESC, id DESC) WHERE decision IN ('take_down', 'suspend', 'ask_change');
CREATE UNIQUE INDEX report_case_open ON report_case (subject_type, subject_id) WHERE decided_at IS NULL;
CREATE INDEX report_case_queue ON report_case (due_at, id) WHERE decided_at IS NULL;
CREATE INDEX report_case_subject ON report_case (subject_type, subject_id, id DESC);
CREATE INDEX report_case_waits ON report_case (waits_until, id) WHERE decided_at IS NULL AND waits_until IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON report_case TO fws_app;

-- The conditions of rests. A release rests for the longest of the rules that apply to it. A condition that is null applies to every release
CREATE TABLE rest_rule (
  terms_id bigint NOT NULL,
  "position" integer NOT NULL,
  -- How the payer paid
  method text,
  first_dealings boolean,
  -- The accounts of payer and worker are linked. any includes network addresses, which many people share
  link text,
  -- A bank took a payment of this payer back
  charged_back boolean,
  payer_younger_days integer,
  worker_younger_days integer,
  payer_identified boolean,
  worker_identified boolean,
  amount_from_paise bigint,
  -- A fresh payer released more than money_limit allows
  over_limit boolean,
  rest_days smallint NOT NULL,
  -- The message that explains the rest
  reason text NOT NULL,
  CONSTRAINT rest_rule_pkey PRIMARY KEY (terms_id, "position"),
  CONSTRAINT rest_rule_terms_id_fkey FOREIGN KEY (terms_id) REFERENCES rest_terms(id),
  CONSTRAINT rest_rule_link_check CHECK (link IN ('strong', 'any')),
  CONSTRAINT rest_rule_method_check CHECK (method IN ('card', 'upi', 'netbanking')),
  CONSTRAINT rest_rule_reason_check CHECK (reason ~ '^[a-z_]{1,40}$'),
  CONSTRAINT rest_rule_rest_days_check CHECK (rest_days >= 0 AND rest_days <= 7)
);
GRANT INSERT, SELECT ON rest_rule TO fws_app;

-- The rules of rests and the limits of fresh accounts. A set holds from its day in India until the next one's, and is never changed, so that a release always has the same reason for its rest
CREATE TABLE rest_terms (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  effective_on date NOT NULL,
  -- A known pair: so many releases of at least known_release_paise, the oldest at least known_days old. Its releases do not rest
  known_releases integer NOT NULL,
  known_release_paise bigint NOT NULL,
  known_days integer NOT NULL,
  -- The sum of the releases of a known pair that do not rest, for each day
  known_day_paise bigint NOT NULL,
  -- The first dealings of a pair end when a release of known_release_paise is so many days old
  first_days integer NOT NULL,
  -- An account is fresh until its first money (known_release_paise or more) is so many days old
  fresh_days integer NOT NULL,
  -- What a payer without a verified identity may pay into escrow in a month
  identity_month_paise bigint NOT NULL,
  -- The admin; null: a migration or the command line
  set_by bigint,
  reason text NOT NULL,
  set_at timestamptz(3) NOT NULL,
  CONSTRAINT rest_terms_pkey PRIMARY KEY (id),
  CONSTRAINT rest_terms_set_by_fkey FOREIGN KEY (set_by) REFERENCES user_account(id),
  CONSTRAINT rest_terms_first_days_check CHECK (first_days >= 0),
  CONSTRAINT rest_terms_fresh_days_check CHECK (fresh_days >= 0),
  CONSTRAINT rest_terms_identity_month_paise_check CHECK (identity_month_paise >= 0),
  CONSTRAINT rest_terms_known_day_paise_check CHECK (known_day_paise >= 0),
  CONSTRAINT rest_terms_known_days_check CHECK (known_days >= 1),
  CONSTRAINT rest_terms_known_release_paise_check CHECK (known_release_paise > 0),
  CONSTRAINT rest_terms_known_releases_check CHECK (known_releases >= 1),
  CONSTRAINT rest_terms_reason_check CHECK (reason <> '')
);
CREATE INDEX rest_terms_on ON rest_terms (effective_on DESC, id DESC);
GRANT INSERT, SELECT ON rest_terms TO fws_app;

-- Addresses whose mail came back. They get no mail until they are verified again
CREATE TABLE returned_mail (
  email text NOT NULL,
  reason text NOT NULL,
  returned_at timestamptz NOT NULL,
  CONSTRAINT returned_mail_pkey PRIMARY KEY (email)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON returned_mail TO fws_app;

-- The time after the end of a job in which both sides may review each other
CREATE TABLE review_period (
  job_id bigint NOT NULL,
  poster_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  -- What is sealed opens then
  due_at timestamptz(3) NOT NULL,
  -- When those who had not reviewed were reminded
  reminded_at timestamptz(3),
  -- When both had reviewed, or the time was over
  closed_at timestamptz(3),
  CONSTRAINT review_period_pkey PRIMARY KEY (job_id),
  CONSTRAINT review_period_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT review_period_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT review_period_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id)
);
CREATE INDEX review_period_closed ON review_period (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX review_period_due ON review_period (due_at, job_id) WHERE closed_at IS NULL;
CREATE INDEX review_period_poster ON review_period (poster_id, due_at) WHERE closed_at IS NULL;
CREATE INDEX review_period_remind ON review_period (due_at, job_id) WHERE closed_at IS NULL AND reminded_at IS NULL;
CREATE INDEX review_period_worker ON review_period (worker_id, due_at) WHERE closed_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON review_period TO fws_app;

-- Jobs that users saved
CREATE TABLE saved_job (
  user_id bigint NOT NULL,
  job_id bigint NOT NULL,
  saved_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_job_pkey PRIMARY KEY (user_id, job_id),
  CONSTRAINT saved_job_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT saved_job_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX saved_job_job ON saved_job (job_id);
CREATE INDEX saved_job_newest ON saved_job (user_id, saved_at DESC, job_id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_job TO fws_app;

-- Searches that users saved, and are notified about
CREATE TABLE saved_search (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  search text NOT NULL,
  location text NOT NULL,
  latitude double precision,
  longitude double precision,
  radius_km double precision,
  category_id bigint,
  budget_from_paise bigint,
  budget_to_paise bigint,
  closes_within_days integer,
  frequency text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- How messages name it, in the language in which it was saved
  label text NOT NULL,
  -- From where the radius is measured: the given position, or that of the location
  centre_latitude double precision,
  centre_longitude double precision,
  -- A hash of the filter, so that the same search is not saved twice
  digest text NOT NULL,
  -- The index of alerts: a job that the search finds has at least one of these keys
  alert_keys text[] NOT NULL,
  CONSTRAINT saved_search_pkey PRIMARY KEY (id),
  CONSTRAINT saved_search_user_id_digest_key UNIQUE (user_id, digest),
  CONSTRAINT saved_search_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  CONSTRAINT saved_search_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT saved_search_check CHECK (num_nulls(latitude, longitude) IN (0, 2)),
  CONSTRAINT saved_search_check1 CHECK (num_nulls(radius_km, centre_latitude, centre_longitude) IN (0, 3)),
  CONSTRAINT saved_search_frequency_check CHECK (frequency IN ('at_once', 'daily'))
);
CREATE INDEX saved_search_alert ON saved_search USING gin (alert_keys);
CREATE INDEX saved_search_category ON saved_search (category_id);
CREATE INDEX saved_search_newest ON saved_search (user_id, created_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_search TO fws_app;

-- Jobs that a saved search has found: one row for each person and job, whichever searches find it
CREATE TABLE search_alert (
  user_id bigint NOT NULL,
  job_id bigint NOT NULL,
  -- Null after the search was removed
  search_id bigint,
  found_at timestamptz(3) NOT NULL,
  -- When the owner was notified; null: not yet
  told_at timestamptz(3),
  CONSTRAINT search_alert_pkey PRIMARY KEY (user_id, job_id),
  CONSTRAINT search_alert_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT search_alert_search_id_fkey FOREIGN KEY (search_id) REFERENCES saved_search(id) ON DELETE SET NULL,
  CONSTRAINT search_alert_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);
CREATE INDEX search_alert_found ON search_alert (found_at);
CREATE INDEX search_alert_job ON search_alert (job_id);
CREATE INDEX search_alert_search ON search_alert (search_id, found_at);
CREATE INDEX search_alert_untold ON search_alert (search_id) WHERE told_at IS NULL AND search_id IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON search_alert TO fws_app;

-- What the search knows about a job. The domain search derives it from the job (server/src/domains/search)
CREATE TABLE search_job (
  job_id bigint NOT NULL,
  -- How it was derived. Rows of another version are derived again
  version integer NOT NULL,
  -- The number of its last change. Changes are numbered in the order in which they commit (search_state)
  change bigint NOT NULL,
  posted_at timestamptz(3) NOT NULL,
  closes_on date NOT NULL,
  latitude double precision,
  longitude double precision,
  budget_from_paise bigint NOT NULL,
  budget_to_paise bigint NOT NULL,
  -- Separated by spaces. Null once the job is not open any more, until a merge has removed it from its segment
  tokens text,
  CONSTRAINT search_job_pkey PRIMARY KEY (job_id),
  CONSTRAINT search_job_change_key UNIQUE (change),
  CONSTRAINT search_job_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id)
);
CREATE INDEX search_job_closed ON search_job (change) WHERE tokens IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON search_job TO fws_app;

-- The positions of the jobs of a segment that have a token, or a value of each of its jobs
CREATE TABLE search_list (
  -- The token; or "=" and the name of the value
  name text NOT NULL,
  segment_id bigint NOT NULL,
  -- Unsigned 16-bit positions, or values in the order of the positions; ascending and in network byte order
  data bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT search_list_pkey PRIMARY KEY (name, segment_id),
  CONSTRAINT search_list_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES search_segment(id) ON DELETE CASCADE
);
CREATE INDEX search_list_segment ON search_list (segment_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON search_list TO fws_app;

-- Parts of the index: jobs with positions from 0. The lists of a segment never change, so that every process may keep them in memory
CREATE TABLE search_segment (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  jobs integer NOT NULL,
  -- A bit for each position: the job was closed, or is in a later segment
  removed bytea NOT NULL,
  -- It was replaced. Searches that have begun may still read its lists
  retired_at timestamptz(3),
  CONSTRAINT search_segment_pkey PRIMARY KEY (id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON search_segment TO fws_app;

-- One row. Whoever changes search_job locks it until the end of the transaction, so that numbers commit in order
CREATE TABLE search_state (
  id integer DEFAULT 1 NOT NULL,
  last_change bigint DEFAULT 0 NOT NULL,
  -- The segments contain all changes up to this one
  merged_change bigint DEFAULT 0 NOT NULL,
  -- Raised when the segments change
  generation bigint DEFAULT 0 NOT NULL,
  CONSTRAINT search_state_pkey PRIMARY KEY (id),
  CONSTRAINT search_state_id_check CHECK (id = 1)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON search_state TO fws_app;

-- Words, skills and places of jobs: what a misspelled word can stand for, and suggestions
CREATE TABLE search_term (
  kind text NOT NULL,
  -- The text, folded to ASCII
  key text NOT NULL,
  text text NOT NULL,
  -- The newest search_job.version that wrote it
  version integer DEFAULT 0 NOT NULL,
  CONSTRAINT search_term_pkey PRIMARY KEY (kind, key),
  CONSTRAINT search_term_kind_check CHECK (kind IN ('word', 'skill', 'place'))
);
CREATE INDEX search_term_prefix ON search_term (kind, key text_pattern_ops);
CREATE INDEX search_term_trigrams ON search_term USING gin (key gin_trgm_ops) WITH (fastupdate=off);
GRANT DELETE, INSERT, SELECT, UPDATE ON search_term TO fws_app;

-- The security log: logins, failures, changes, refusals, and admins who read personal data. Rows are only added, and dropped after 180 days. Partitioned by month. Personal data
CREATE TABLE security_event (
  id bigint DEFAULT nextval('security_event_id') NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Whose account it concerns; null when there is no such account
  user_id bigint,
  kind text NOT NULL,
  -- Who did it, when it was not the owner of the account: an admin
  actor_id bigint,
  -- The network address
  address text NOT NULL,
  device text NOT NULL,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT security_event_kind_check CHECK (kind ~ '^[a-z_]{1,60}$')
) PARTITION BY RANGE (at);
CREATE INDEX security_event_of_user ON ONLY security_event (user_id, at DESC, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_security_event_change();
GRANT INSERT, SELECT ON security_event TO fws_app;

-- Sessions of users. A session keeps its id while its token changes
CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- SHA-256 of the token: the table alone lets nobody in
  token_hash bytea NOT NULL,
  -- The former token, which is accepted for another minute, so that requests under way arrive
  previous_token_hash bytea,
  previous_token_until timestamptz,
  user_id bigint NOT NULL,
  -- The header X-FWS-Client
  client text DEFAULT '' NOT NULL,
  -- As its owner recognises it: "Chrome · Android"
  device text DEFAULT '' NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- when a one-time code to the mobile number was last given in this session
  confirmed_at timestamptz,
  -- When a code, an authenticator app or a passkey was last given on the device of this session, possibly at an earlier login. Null: never, so a session of an account with a verified mobile number is limited
  proven_at timestamptz,
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_previous_token_hash_key UNIQUE (previous_token_hash),
  CONSTRAINT session_token UNIQUE (token_hash),
  CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT session_check CHECK ((previous_token_hash IS NULL) = (previous_token_until IS NULL))
);
CREATE INDEX session_by_end ON session (expires_at);
CREATE INDEX session_of_user_by_time ON session (user_id, created_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON session TO fws_app;

-- What admins change while the product runs. The newest change that is in effect holds; without one, the environment's setting. Rows are only added
CREATE TABLE setting_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  value bigint NOT NULL,
  effective_at timestamptz(3) NOT NULL,
  set_by bigint NOT NULL,
  set_at timestamptz(3) NOT NULL,
  reason text NOT NULL,
  CONSTRAINT setting_change_pkey PRIMARY KEY (id),
  CONSTRAINT setting_change_set_by_fkey FOREIGN KEY (set_by) REFERENCES user_account(id),
  CONSTRAINT setting_change_key_check CHECK (key ~ '^[a-z_]{1,60}$'),
  CONSTRAINT setting_change_reason_check CHECK (reason <> ''),
  CONSTRAINT setting_change_value_check CHECK (value >= 0)
);
CREATE INDEX setting_change_of_key ON setting_change (key, effective_at DESC, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON setting_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_setting_change();
GRANT INSERT, SELECT ON setting_change TO fws_app;

-- What the provider sent to our bank account
CREATE TABLE settlement (
  provider text NOT NULL,
  settlement_id text NOT NULL,
  state text NOT NULL,
  -- Below zero where refunds and chargebacks exceeded payments
  settled_paise bigint NOT NULL,
  -- The provider's fee
  fee_paise bigint NOT NULL,
  -- The tax on that fee
  gst_paise bigint NOT NULL,
  -- The bank's reference
  utr text,
  settled_at timestamptz NOT NULL,
  CONSTRAINT settlement_pkey PRIMARY KEY (provider, settlement_id),
  CONSTRAINT settlement_fee_paise_check CHECK (fee_paise >= 0),
  CONSTRAINT settlement_gst_paise_check CHECK (gst_paise >= 0),
  CONSTRAINT settlement_state_check CHECK (state IN ('received', 'reversed'))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON settlement TO fws_app;

-- Jobs that one person showed to another
CREATE TABLE shared_job (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job_id bigint NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  shared_at timestamptz(3) NOT NULL,
  -- The receiver gave a thumbs up
  thumbs_up_at timestamptz,
  CONSTRAINT shared_job_pkey PRIMARY KEY (id),
  CONSTRAINT shared_job_from_id_to_id_job_id_key UNIQUE (from_id, to_id, job_id),
  CONSTRAINT shared_job_from_id_fkey FOREIGN KEY (from_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT shared_job_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  CONSTRAINT shared_job_to_id_fkey FOREIGN KEY (to_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT shared_job_check CHECK (from_id <> to_id)
);
CREATE INDEX shared_job_job ON shared_job (job_id);
CREATE INDEX shared_job_received ON shared_job (to_id, shared_at DESC, id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON shared_job TO fws_app;

-- Logins at Google and Facebook that are under way. Each is used once, by the browser that started it
CREATE TABLE social_attempt (
  -- SHA-256 of the parameter "state" of OAuth
  state_hash bytea NOT NULL,
  -- SHA-256 of the cookie of the browser that started it
  browser_hash bytea NOT NULL,
  provider text NOT NULL,
  nonce text NOT NULL,
  -- Of PKCE
  code_verifier text NOT NULL,
  -- The page that is opened after the login
  next_path text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT social_attempt_pkey PRIMARY KEY (state_hash),
  CONSTRAINT social_attempt_provider_check CHECK (provider IN ('google', 'facebook'))
);
CREATE INDEX social_attempt_by_end ON social_attempt (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON social_attempt TO fws_app;

-- Accounts at Google and Facebook with which users log in
CREATE TABLE social_identity (
  issuer text NOT NULL,
  -- The issuer's id of the person. It never changes, unlike an e-mail
  subject text NOT NULL,
  user_id bigint NOT NULL,
  provider text NOT NULL,
  linked_at timestamptz NOT NULL,
  CONSTRAINT social_identity_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT social_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT social_identity_provider_check CHECK (provider IN ('google', 'facebook'))
);
CREATE UNIQUE INDEX social_identity_of_user ON social_identity (user_id, issuer);
GRANT DELETE, INSERT, SELECT, UPDATE ON social_identity TO fws_app;

-- What Google or Facebook said about somebody who has no account yet, until they have registered. Personal data
CREATE TABLE social_ticket (
  -- SHA-256 of the token that the registration form sends
  token_hash bytea NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  provider text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT social_ticket_pkey PRIMARY KEY (token_hash),
  CONSTRAINT social_ticket_provider_check CHECK (provider IN ('google', 'facebook'))
);
CREATE INDEX social_ticket_by_end ON social_ticket (expires_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON social_ticket TO fws_app;

-- Negotiations about what the started work of a milestone is worth, after a job was cancelled
CREATE TABLE split (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job_id bigint NOT NULL,
  milestone_id bigint NOT NULL,
  -- awaited: no proposal yet; overtaken: the money moved in another way
  state text DEFAULT 'awaited' NOT NULL,
  -- Counts all turns about the milestone, also those of its former splits
  version integer NOT NULL,
  turns smallint DEFAULT 0 NOT NULL,
  -- Who made the last proposal
  side text,
  -- What the worker gets by the last proposal
  worker_paise bigint,
  opened_at timestamptz NOT NULL,
  -- Without an agreement it ends then, and a dispute is opened
  due_at timestamptz NOT NULL,
  reminders smallint DEFAULT 0 NOT NULL,
  closed_at timestamptz,
  CONSTRAINT split_pkey PRIMARY KEY (id),
  CONSTRAINT split_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT split_milestone_id_fkey FOREIGN KEY (milestone_id) REFERENCES milestone(id),
  CONSTRAINT split_check CHECK ((state IN ('awaited', 'proposed')) = (closed_at IS NULL)),
  CONSTRAINT split_check1 CHECK ((turns = 0) = (side IS NULL) AND (turns = 0) = (worker_paise IS NULL)),
  CONSTRAINT split_check2 CHECK (turns > 0 OR (state <> ALL (ARRAY['proposed', 'agreed']))),
  CONSTRAINT split_side_check CHECK (side IN ('poster', 'worker')),
  CONSTRAINT split_state_check CHECK (state IN ('awaited', 'proposed', 'agreed', 'disputed', 'overtaken')),
  CONSTRAINT split_turns_check CHECK (turns >= 0 AND turns <= 6),
  CONSTRAINT split_version_check CHECK (version >= 0),
  CONSTRAINT split_worker_paise_check CHECK (worker_paise >= 0)
);
CREATE INDEX split_due ON split (due_at) WHERE closed_at IS NULL;
CREATE INDEX split_milestone ON split (milestone_id, id DESC);
CREATE UNIQUE INDEX split_one_open ON split (job_id, milestone_id) WHERE closed_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON split TO fws_app;

-- The proposals of a split
CREATE TABLE split_turn (
  split_id bigint NOT NULL,
  job_id bigint NOT NULL,
  turn smallint NOT NULL,
  side text NOT NULL,
  -- What the worker gets by this proposal
  worker_paise bigint NOT NULL,
  comment text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT split_turn_pkey PRIMARY KEY (split_id, turn),
  CONSTRAINT split_turn_split_id_fkey FOREIGN KEY (split_id) REFERENCES split(id),
  CONSTRAINT split_turn_side_check CHECK (side IN ('poster', 'worker')),
  CONSTRAINT split_turn_turn_check CHECK (turn >= 1 AND turn <= 6),
  CONSTRAINT split_turn_worker_paise_check CHECK (worker_paise >= 0)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON split_turn TO fws_app;

-- Every change of a state. The functions that change a state add the row. Rows are only added. Partitioned by month
CREATE TABLE state_change (
  id bigint DEFAULT nextval('state_change_number') NOT NULL,
  -- What changed, such as job, milestone or refund
  subject text NOT NULL,
  subject_id text NOT NULL,
  -- Where the subject is part of a job
  job_id bigint,
  -- The column: a milestone has fund_state, work_state and on_hold
  track text NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL,
  -- Who caused it; null: a provider, a timer, or another change
  by_user bigint,
  -- In which role
  by_role text,
  at timestamptz(3) NOT NULL,
  CONSTRAINT state_change_role CHECK (by_role IN ('poster', 'worker', 'user', 'admin', 'provider', 'system')),
  CONSTRAINT state_change_subject_check CHECK (subject ~ '^[a-z_]{1,40}$')
) PARTITION BY RANGE (at);
GRANT INSERT (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at), SELECT ON state_change TO fws_app;

-- The first partition of state_change. Every partition has these keys and indexes.
ALTER TABLE state_change_before ADD CONSTRAINT state_change_pkey PRIMARY KEY (id);
CREATE INDEX state_change_of_job ON state_change_before (job_id, id) WHERE job_id IS NOT NULL;
CREATE INDEX state_change_of_subject ON state_change_before (subject, subject_id, id);

-- Everybody with an account: posters, workers and admins. Personal data
CREATE TABLE user_account (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- In lower case. Unverified, several accounts may have it
  email text NOT NULL,
  email_verified_at timestamptz,
  -- In the international format, +91…. Unverified, several accounts may have it
  mobile text NOT NULL,
  mobile_verified_at timestamptz,
  -- When another mobile number or e-mail was last set by a code alone. New payout destinations rest after it
  contact_changed_at timestamptz,
  -- Argon2id; null: the account logs in with Google or Facebook
  password_hash text,
  -- When a new password was last set without the old one. New payout destinations rest after it
  password_reset_at timestamptz,
  register_for text NOT NULL,
  -- projects, services, or both
  looking_for text[] NOT NULL,
  location text NOT NULL,
  company_name text DEFAULT '' NOT NULL,
  -- The last four digits; the number itself is never stored
  aadhaar_last4 text DEFAULT '' NOT NULL,
  skills text[] DEFAULT '{}'::text[] NOT NULL,
  photo_id uuid,
  locale text DEFAULT 'en' NOT NULL,
  identity_state text DEFAULT 'none' NOT NULL,
  -- The name that the authority has, once the identity is verified. Payout accounts are compared with it
  identity_name text DEFAULT '' NOT NULL,
  -- The sum of the counted ratings in stars, in steps of a twentieth
  rating_sum double precision DEFAULT 0 NOT NULL,
  -- The number of counted ratings
  rating_count integer DEFAULT 0 NOT NULL,
  -- The number of counted completed contracts
  completed_projects integer DEFAULT 0 NOT NULL,
  -- Null: not suspended
  suspended_at timestamptz,
  suspended_reason text,
  -- The owner reported that a change was not theirs. No money leaves and no payout account is added until an admin allows it
  withdrawals_stopped_at timestamptz,
  -- While withdrawals are stopped: only contacts that were verified before receive codes for a new password
  contacts_trusted_before timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT user_account_pkey PRIMARY KEY (id),
  CONSTRAINT user_account_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES file(id),
  CONSTRAINT user_account_email_check CHECK (email = lower(email)),
  CONSTRAINT user_account_identity_state_check CHECK (identity_state IN ('none', 'pending', 'verified', 'refused')),
  CONSTRAINT user_account_locale_check CHECK (locale IN ('en', 'hi')),
  CONSTRAINT user_account_mobile_check CHECK (mobile ~ '^\+[0-9]{8,15}$'),
  CONSTRAINT user_account_register_for_check CHECK (register_for IN ('individual', 'company')),
  CONSTRAINT user_account_stopped CHECK ((withdrawals_stopped_at IS NULL) = (contacts_trusted_before IS NULL))
);
CREATE INDEX user_account_email_prefix ON user_account (email text_pattern_ops);
CREATE INDEX user_account_mobile_prefix ON user_account (mobile text_pattern_ops);
CREATE INDEX user_account_name_words ON user_account USING gin (person_words(first_name, last_name, '{}'::text[], ''));
CREATE UNIQUE INDEX user_account_verified_email ON user_account (email) WHERE email_verified_at IS NOT NULL;
CREATE UNIQUE INDEX user_account_verified_mobile ON user_account (mobile) WHERE mobile_verified_at IS NOT NULL;
CREATE TRIGGER index_new_person AFTER INSERT ON user_account FOR EACH ROW EXECUTE FUNCTION index_person();
CREATE TRIGGER index_person AFTER UPDATE OF first_name, last_name, skills, location, completed_projects, suspended_at ON user_account FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.skills IS DISTINCT FROM new.skills OR old.location IS DISTINCT FROM new.location OR old.completed_projects IS DISTINCT FROM new.completed_projects OR old.suspended_at IS DISTINCT FROM new.suspended_at) EXECUTE FUNCTION index_person();
GRANT DELETE, INSERT, SELECT, UPDATE ON user_account TO fws_app;

-- Who has blocked whom. Each is hidden from the other, whoever blocked
CREATE TABLE user_block (
  user_id bigint NOT NULL,
  blocked_id bigint NOT NULL,
  blocked_at timestamptz NOT NULL,
  CONSTRAINT user_block_pkey PRIMARY KEY (user_id, blocked_id),
  CONSTRAINT user_block_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT user_block_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT user_block_check CHECK (user_id <> blocked_id)
);
CREATE INDEX user_block_blocked ON user_block (blocked_id, user_id);
CREATE INDEX user_block_list ON user_block (user_id, blocked_at DESC, blocked_id DESC);
GRANT DELETE, INSERT, SELECT, UPDATE ON user_block TO fws_app;

-- The visit that an awarded job begins with. visit_evidence decides its state (docs/visits.md)
CREATE TABLE visit (
  job_id bigint NOT NULL,
  -- The milestone that the visit starts: that of the fee, or the first
  milestone_id bigint NOT NULL,
  poster_id bigint NOT NULL,
  worker_id bigint NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  fee_paise bigint NOT NULL,
  agreed_at timestamptz(3) NOT NULL,
  -- Sealed. The server and the poster's phone calculate the door code from it
  secret bytea NOT NULL,
  state text DEFAULT 'agreed' NOT NULL,
  -- How many changes of the state were made of those that the evidence leads to
  changes smallint DEFAULT 0 NOT NULL,
  -- When the state changes by itself; null: it does not
  due_at timestamptz(3),
  -- After five only the poster's tap starts the work
  wrong_codes smallint DEFAULT 0 NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Those that wrong_codes counts: one that is sent again is not counted again
  refused_codes text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT visit_pkey PRIMARY KEY (job_id),
  CONSTRAINT visit_job_id_fkey FOREIGN KEY (job_id) REFERENCES contract(job_id),
  CONSTRAINT visit_poster_id_fkey FOREIGN KEY (poster_id) REFERENCES user_account(id),
  CONSTRAINT visit_worker_id_fkey FOREIGN KEY (worker_id) REFERENCES user_account(id),
  CONSTRAINT visit_check CHECK (ends_at > starts_at),
  CONSTRAINT visit_check1 CHECK (poster_id <> worker_id),
  CONSTRAINT visit_fee_paise_check CHECK (fee_paise >= 0),
  CONSTRAINT visit_state_check CHECK (state IN ('agreed', 'on_the_way', 'arrived', 'started', 'ended', 'claimed', 'unanswered', 'missed', 'contested', 'cancelled')),
  CONSTRAINT visit_wrong_codes_check CHECK (wrong_codes >= 0 AND wrong_codes <= 5)
);
CREATE INDEX visit_claimed ON visit (job_id) WHERE state = 'claimed';
CREATE INDEX visit_due ON visit (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX visit_open ON visit (job_id) WHERE state IN ('agreed', 'on_the_way', 'arrived');
GRANT DELETE, INSERT, SELECT, UPDATE ON visit TO fws_app;

-- What is known of a visit. It decides alone, and rows are never changed
CREATE TABLE visit_evidence (
  job_id bigint NOT NULL,
  number smallint NOT NULL,
  kind text NOT NULL,
  side text,
  -- When the server received it
  at timestamptz(3) NOT NULL,
  -- The installation of the app that a step was taken on, as it names itself
  device text,
  -- Grows with every step of the device
  counter integer,
  -- What the clock of the device said
  device_at timestamptz(3),
  -- The last time of the server that the device had seen; null: none
  seen_at timestamptz(3),
  -- Where the worker arrived, if they want it noted
  latitude double precision,
  longitude double precision,
  answer text,
  excuse text,
  CONSTRAINT visit_evidence_pkey PRIMARY KEY (job_id, number),
  CONSTRAINT visit_evidence_job_id_fkey FOREIGN KEY (job_id) REFERENCES visit(job_id),
  CONSTRAINT visit_evidence_answer_check CHECK (answer IN ('agree', 'excuse', 'contest')),
  CONSTRAINT visit_evidence_check CHECK ((kind IN ('on_my_way', 'arrived')) = (device IS NOT NULL AND counter IS NOT NULL AND device_at IS NOT NULL)),
  CONSTRAINT visit_evidence_check1 CHECK ((kind = 'answered') = (answer IS NOT NULL)),
  CONSTRAINT visit_evidence_check2 CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT visit_evidence_excuse_check CHECK (excuse IN ('illness', 'safety', 'hindered')),
  CONSTRAINT visit_evidence_kind_check CHECK (kind IN ('funded', 'on_my_way', 'arrived', 'started', 'ended', 'claimed', 'delivered', 'answered', 'cancelled', 'closed')),
  CONSTRAINT visit_evidence_number_check CHECK (number >= 1 AND number <= 100),
  CONSTRAINT visit_evidence_side_check CHECK (side IN ('poster', 'worker'))
);
CREATE UNIQUE INDEX visit_evidence_step ON visit_evidence (job_id, device, counter) WHERE device IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON visit_evidence TO fws_app;

-- Keys of the poster's phones, which sign the QR code of a visit
CREATE TABLE visit_key (
  job_id bigint NOT NULL,
  number smallint NOT NULL,
  -- base64url of a point on P-256. The private key never leaves the phone
  public_key text NOT NULL,
  added_at timestamptz NOT NULL,
  -- When another phone took its place; null: it is the one in use
  replaced_at timestamptz(3),
  CONSTRAINT visit_key_pkey PRIMARY KEY (job_id, number),
  CONSTRAINT visit_key_job_id_fkey FOREIGN KEY (job_id) REFERENCES visit(job_id),
  CONSTRAINT visit_key_number_check CHECK (number >= 1 AND number <= 50),
  CONSTRAINT visit_key_public_key_check CHECK (length(public_key) = 87)
);
CREATE UNIQUE INDEX visit_key_current ON visit_key (job_id) WHERE replaced_at IS NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON visit_key TO fws_app;

-- Money that reached a wallet, with the rest that was decided then
CREATE TABLE wallet_release (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- Whose wallet
  user_id bigint NOT NULL,
  -- The key of the ledger's transaction. One transaction may settle several milestones
  posting_key text NOT NULL,
  milestone_id bigint,
  job_id bigint,
  payer_id bigint,
  amount_paise bigint NOT NULL,
  -- What no withdrawal took
  left_paise bigint NOT NULL,
  -- How the payer paid; null: not known
  method text,
  rest_days smallint NOT NULL,
  rest_until timestamptz(3) NOT NULL,
  terms_id bigint,
  -- With terms_id: the rule that decided; null: the pair was known, or no rule applies to this money
  rule_position integer,
  reason text NOT NULL,
  -- Days since the payer joined, for the text of the reason
  payer_days integer,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT wallet_release_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_release_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES user_account(id),
  CONSTRAINT wallet_release_terms_id_rule_position_fkey FOREIGN KEY (terms_id, rule_position) REFERENCES rest_rule(terms_id, "position"),
  CONSTRAINT wallet_release_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT wallet_release_amount_paise_check CHECK (amount_paise > 0),
  CONSTRAINT wallet_release_check CHECK (left_paise >= 0 AND left_paise <= amount_paise),
  CONSTRAINT wallet_release_check1 CHECK (rest_until >= created_at),
  CONSTRAINT wallet_release_method_check CHECK (method IN ('card', 'upi', 'netbanking')),
  CONSTRAINT wallet_release_rest_days_check CHECK (rest_days >= 0 AND rest_days <= 7)
);
CREATE INDEX wallet_release_job ON wallet_release (job_id) WHERE milestone_id IS NULL;
CREATE INDEX wallet_release_left ON wallet_release (user_id, id) WHERE left_paise > 0;
CREATE INDEX wallet_release_milestone ON wallet_release (milestone_id);
CREATE INDEX wallet_release_pair ON wallet_release (payer_id, user_id, created_at);
CREATE UNIQUE INDEX wallet_release_posting ON wallet_release (posting_key, COALESCE(milestone_id, 0::bigint));
CREATE INDEX wallet_release_user ON wallet_release (user_id, created_at);
GRANT INSERT, SELECT, UPDATE ON wallet_release TO fws_app;

-- Withdrawals from wallets to payout accounts
CREATE TABLE withdrawal (
  id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  -- Our id at the provider: the same id never pays twice
  transfer_id text NOT NULL,
  user_id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- As it was shown, also when the account is changed later
  destination text NOT NULL,
  amount_paise bigint NOT NULL,
  state text DEFAULT 'requested' NOT NULL,
  -- Why it failed
  reason text,
  -- The bank's reference
  utr text,
  created_at timestamptz NOT NULL,
  -- Until then one process talks to the provider about sending it
  sending_until timestamptz,
  -- When the provider is asked about it next; null: its result is final
  next_check_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT withdrawal_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT withdrawal_account_id_fkey FOREIGN KEY (account_id) REFERENCES payout_account(id),
  CONSTRAINT withdrawal_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id),
  CONSTRAINT withdrawal_amount_paise_check CHECK (amount_paise >= 100),
  CONSTRAINT withdrawal_state_check CHECK (state IN ('requested', 'processing', 'paid', 'failed', 'reversed'))
);
CREATE INDEX withdrawal_due ON withdrawal (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX withdrawal_state_newest ON withdrawal (state, id DESC);
CREATE INDEX withdrawal_user ON withdrawal (user_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_utr ON withdrawal (utr) WHERE utr IS NOT NULL;
GRANT DELETE, INSERT, SELECT, UPDATE ON withdrawal TO fws_app;

-- Former work of a user, in the order of the profile
CREATE TABLE work_experience (
  user_id bigint NOT NULL,
  "position" smallint NOT NULL,
  -- Years in tenths: "2.5 years" is 25
  year_tenths smallint NOT NULL,
  company text NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL,
  CONSTRAINT work_experience_pkey PRIMARY KEY (user_id, "position"),
  CONSTRAINT work_experience_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  CONSTRAINT work_experience_check CHECK (to_date >= from_date),
  CONSTRAINT work_experience_year_tenths_check CHECK (year_tenths >= 0)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON work_experience TO fws_app;

-- The worker processes. The tasks of one that has not been seen for a while are given to others
CREATE TABLE worker_heartbeat (
  worker_id text NOT NULL,
  seen_at timestamptz NOT NULL,
  CONSTRAINT worker_heartbeat_pkey PRIMARY KEY (worker_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON worker_heartbeat TO fws_app;
GRANT DELETE, INSERT, SELECT, UPDATE ON worker_heartbeat TO fws_queue;

CREATE INDEX fws_failed_job ON graphile_worker._private_jobs (updated_at, id) WHERE attempts >= max_attempts AND locked_at IS NULL;

CREATE INDEX fws_jobs_failed ON graphile_worker._private_jobs (task_id) WHERE last_error IS NOT NULL;

-- Tasks of the queue whose attempts are used up. Of their payloads it shows ids only: the rest may be personal data
CREATE VIEW failed_job AS
 SELECT job.id,
    task.identifier AS task,
    job.attempts,
    job.created_at,
    job.updated_at AS failed_at,
    split_part(COALESCE(job.last_error, ''::text), '
'::text, 1) AS error,
    ( SELECT COALESCE(json_object_agg(given.key, given.value), '{}'::json) AS "coalesce"
           FROM json_each(
                CASE json_typeof(job.payload)
                    WHEN 'object'::text THEN job.payload
                    ELSE '{}'::json
                END) given(key, value)
          WHERE given.key ~ '(Id|^provider|^round)$'::text AND (json_typeof(given.value) = ANY (ARRAY['number'::text, 'string'::text]))) AS about
   FROM graphile_worker._private_jobs job
     JOIN graphile_worker._private_tasks task ON task.id = job.task_id
  WHERE job.attempts >= job.max_attempts AND job.locked_at IS NULL;
GRANT SELECT ON failed_job TO fws_app;

-- The present balance of every account, in paise, from its normal side
CREATE VIEW ledger.balance AS
 SELECT id AS account_id,
    code,
    class,
        CASE
            WHEN hot THEN normal_side * (COALESCE(( SELECT b.amount
               FROM ledger.sealed_balance b
              WHERE b.account = a.code
              ORDER BY b.day DESC
             LIMIT 1), 0::bigint)::numeric + COALESCE(( SELECT sum(e.amount) AS sum
               FROM ledger.entry e
              WHERE e.account_id = a.id AND e.account_version IS NULL AND e.txn_id > COALESCE(( SELECT s.last_txn
                       FROM ledger.day_seal s
                      WHERE s.last_txn IS NOT NULL
                      ORDER BY s.day DESC
                     LIMIT 1), 0::bigint)), 0::numeric))::bigint
            ELSE balance
        END AS balance
   FROM ledger.account a;
GRANT SELECT ON ledger.balance TO fws_app;

-- Each entry as it is hashed: all of its columns and those of its transaction
CREATE VIEW ledger.sealed_line AS
 SELECT (t.posted_at AT TIME ZONE 'Asia/Kolkata'::text)::date AS day,
    t.posted_at,
    e.txn_id,
    e.seq,
    jsonb_build_array(t.id, e.seq, a.code, e.amount, e.balance_after, e.account_version, t.kind, t.idempotency_key, t.request_hash, t.reverses, t.job_id, t.milestone_id, t.order_id, t.payment_id, t.refund_id, t.withdrawal_id, t.dispute_id, t.user_id, EXTRACT(epoch FROM t.event_time), EXTRACT(epoch FROM t.posted_at))::text AS line
   FROM ledger.txn t
     JOIN ledger.entry e ON e.txn_id = t.id AND e.month = t.month
     JOIN ledger.account a ON a.id = e.account_id;
GRANT SELECT ON ledger.sealed_line TO fws_app;

CREATE OR REPLACE FUNCTION public.adopt_other_months(p_table text, p_step text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION adopt_other_months(text,text) TO fws_app;

CREATE OR REPLACE FUNCTION public.create_partition(p_table text, p_partition text, p_starts date, p_ends date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.dismiss_failed_job(job_id bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT count(*) > 0 FROM graphile_worker.complete_jobs(
    ARRAY(SELECT id FROM public.failed_job WHERE id = job_id));
$function$;
GRANT EXECUTE ON FUNCTION dismiss_failed_job(bigint) TO fws_app;

CREATE OR REPLACE FUNCTION public.drop_empty_months(p_table text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION drop_empty_months(text) TO fws_app;

CREATE OR REPLACE FUNCTION public.enqueue_job(task text, payload json, run_at timestamp with time zone, job_key text, max_attempts integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT graphile_worker.add_job(
    identifier => task, payload => payload, run_at => run_at, job_key => job_key, max_attempts => max_attempts,
    job_key_mode => 'replace'
  );
$function$;
GRANT EXECUTE ON FUNCTION enqueue_job(text,json,timestamp with time zone,text,integer) TO fws_app;

CREATE OR REPLACE FUNCTION public.enqueue_jobs(jobs json)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT graphile_worker.add_jobs(array_agg(
    ROW(job->>'task', job->'payload', NULL, NULL, 25::smallint, NULL, NULL, NULL)::graphile_worker.job_spec
  ))
  FROM json_array_elements(jobs) AS job;
$function$;
GRANT EXECUTE ON FUNCTION enqueue_jobs(json) TO fws_app;

CREATE OR REPLACE FUNCTION public.guard_partition(p_table text, p_partition text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.index_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    DELETE FROM person_search WHERE user_id = NEW.id;
  ELSE
    INSERT INTO person_search (user_id, completed_projects, words)
    VALUES (NEW.id, NEW.completed_projects, person_words(NEW.first_name, NEW.last_name, NEW.skills, NEW.location))
    ON CONFLICT (user_id) DO UPDATE
    SET completed_projects = excluded.completed_projects, words = excluded.words;
  END IF;
  RETURN NULL;
END $function$;
GRANT EXECUTE ON FUNCTION index_person() TO PUBLIC;
GRANT EXECUTE ON FUNCTION index_person() TO fws_app;

CREATE OR REPLACE FUNCTION public.index_person(person_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  person user_account;
BEGIN
  SELECT * INTO person FROM user_account WHERE id = person_id;
  IF person.suspended_at IS NOT NULL THEN
    DELETE FROM person_search WHERE user_id = person_id;
    RETURN;
  END IF;
  INSERT INTO person_search AS indexed (user_id, completed_projects, words)
  VALUES (
    person.id, person.completed_projects,
    person_words(person.first_name, person.last_name, person.skills, person.location))
  ON CONFLICT (user_id) DO UPDATE
  SET completed_projects = excluded.completed_projects, words = excluded.words
  WHERE (indexed.completed_projects, indexed.words) IS DISTINCT FROM (excluded.completed_projects, excluded.words);
END $function$;
GRANT EXECUTE ON FUNCTION index_person(bigint) TO PUBLIC;
GRANT EXECUTE ON FUNCTION index_person(bigint) TO fws_app;

CREATE OR REPLACE FUNCTION ledger.await_final_txn(OUT final_txn bigint, OUT last_change bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '5s'
AS $function$
BEGIN
  LOCK TABLE ledger.txn IN SHARE MODE;
  SELECT coalesce(max(id), 0) INTO final_txn FROM ledger.txn;
  SELECT coalesce(max(id), 0) INTO last_change FROM public.state_change;
END $function$;
GRANT EXECUTE ON FUNCTION ledger.await_final_txn() TO fws_app;

CREATE OR REPLACE FUNCTION ledger.await_posts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '5s'
AS $function$
BEGIN
  LOCK TABLE ledger.txn IN SHARE MODE;
END $function$;
GRANT EXECUTE ON FUNCTION ledger.await_posts() TO fws_app;

CREATE OR REPLACE FUNCTION ledger.earlier_post(p_key text, p_hash text, OUT status text, OUT txn_id bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE WHEN request_hash = p_hash THEN 'replayed' ELSE 'key_conflict' END, id
  FROM ledger.txn WHERE idempotency_key = p_key
$function$;

CREATE OR REPLACE FUNCTION ledger.merkle_root(p_after_txn bigint, p_last_txn bigint, OUT root bytea, OUT leaves bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION ledger.post(p_kind text, p_key text, p_hash text, p_entries jsonb, p_refs jsonb, p_event_time timestamp with time zone, p_reverses_key text DEFAULT NULL::text, OUT status text, OUT txn_id bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION ledger.post(text,text,text,jsonb,jsonb,timestamp with time zone,text) TO fws_app;

CREATE OR REPLACE FUNCTION ledger.record_verified_day(p_day date, p_hash bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.day_seal WHERE day = p_day AND hash = p_hash) THEN
    RAISE EXCEPTION 'the ledger has no such seal of %', p_day USING ERRCODE = 'FW003';
  END IF;
  INSERT INTO ledger.verified_day (day, hash) VALUES (p_day, p_hash) ON CONFLICT (day) DO NOTHING;
END $function$;
GRANT EXECUTE ON FUNCTION ledger.record_verified_day(date,bytea) TO fws_app;

CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'ledger.% is append only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'FW001';
END $function$;

CREATE OR REPLACE FUNCTION ledger.require_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.entry WHERE txn_id = NEW.id AND month = NEW.month) THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', NEW.id USING ERRCODE = 'FW002';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION ledger.require_balanced_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_txn bigint;
BEGIN
  SELECT txn_id INTO v_txn FROM new_entry GROUP BY txn_id HAVING count(*) < 2 OR sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', v_txn USING ERRCODE = 'FW002';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION ledger.roll_up_balances(p_day date, p_last_txn bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION ledger.rolled_balances()
 RETURNS TABLE(account text, amount bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION ledger.rolled_balances() TO fws_app;

CREATE OR REPLACE FUNCTION ledger.seal_day(p_final_txn bigint, p_last_change bigint)
 RETURNS ledger.day_seal
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION ledger.seal_day(bigint,bigint) TO fws_app;

CREATE OR REPLACE FUNCTION ledger.seal_next_day()
 RETURNS ledger.day_seal
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION ledger.seal_next_day() TO fws_app;

CREATE OR REPLACE FUNCTION ledger.sealed_header(p_day date, p_entries bigint, p_after_txn bigint, p_last_txn bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT format(E'%s %s %s %s\n', to_char(p_day, 'YYYY-MM-DD'), p_entries, p_after_txn, p_last_txn) || coalesce(
    (SELECT string_agg(format(E'%s %s %s\n', account, amount, entries), '' ORDER BY account COLLATE "C")
      FROM ledger.sealed_balance WHERE day = p_day), '')
$function$;

CREATE OR REPLACE FUNCTION public.list_beginnings(words tsvector)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL RESTRICTED STRICT
AS $function$
DECLARE
  word text;
  beginnings text[] := '{}';
BEGIN
  FOREACH word IN ARRAY tsvector_to_array(words) LOOP
    beginnings := beginnings || ARRAY[left(word, 1), left(word, 2), left(word, 3), left(word, 4), left(word, 5),
      left(word, 6), left(word, 7), left(word, 8)];
  END LOOP;
  RETURN beginnings;
END $function$;
GRANT EXECUTE ON FUNCTION list_beginnings(tsvector) TO PUBLIC;
GRANT EXECUTE ON FUNCTION list_beginnings(tsvector) TO fws_app;

CREATE OR REPLACE FUNCTION public.lock_for_partitions(p_table text, p_drops boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF p_table = 'ledger.entry' AND p_drops THEN
    LOCK TABLE ledger.account, ledger.txn IN ACCESS EXCLUSIVE MODE;
  ELSIF p_table = 'ledger.entry' THEN
    LOCK TABLE ledger.account, ledger.txn IN SHARE ROW EXCLUSIVE MODE;
  ELSIF p_table = 'public.message' AND p_drops THEN
    LOCK TABLE public.conversation IN ACCESS EXCLUSIVE MODE;
  ELSIF p_table = 'public.message' THEN
    LOCK TABLE public.conversation IN SHARE ROW EXCLUSIVE MODE;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.lock_wallet(p_user bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT pg_advisory_xact_lock(hashtextextended('wallet:' || p_user, 0))
$function$;
GRANT EXECUTE ON FUNCTION lock_wallet(bigint) TO PUBLIC;
GRANT EXECUTE ON FUNCTION lock_wallet(bigint) TO fws_app;

CREATE OR REPLACE FUNCTION public.month_bound(p_table regclass, p_key text, p_month date)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN p_month = '-infinity' THEN 'MINVALUE'
    WHEN atttypid = 'date'::regtype THEN quote_literal(p_month)
    ELSE quote_literal(p_month::timestamp AT TIME ZONE 'Asia/Kolkata')
  END FROM pg_attribute WHERE attrelid = p_table AND attname = p_key
$function$;

CREATE OR REPLACE FUNCTION public.open_months(p_table text, p_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
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
END $function$;
GRANT EXECUTE ON FUNCTION open_months(text,integer) TO fws_app;

CREATE OR REPLACE FUNCTION public.person_words(first_name text, last_name text, skills text[], location text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$
    SELECT array_to_tsvector(array_remove(string_to_array(translate(translate(
      lower(normalize(concat_ws(' ', first_name, last_name, regexp_replace(regexp_replace(
        concat_ws(' ', array_to_string(skills, ' '), location),
        '\S+@\S*', ' ', 'g'),
        -- A PIN code has six digits.
        '[[:digit:]]([^[:alpha:]]*[[:digit:]]){7,}', ' ', 'g')))),
      U&'\200C\200D', ''),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~।–—‘’“”', repeat(' ', 50)), ' '), ''))
  $function$;
GRANT EXECUTE ON FUNCTION person_words(text,text,text[],text) TO PUBLIC;
GRANT EXECUTE ON FUNCTION person_words(text,text,text[],text) TO fws_app;

CREATE OR REPLACE FUNCTION public.queue_depths(at_most integer)
 RETURNS TABLE(task text, due integer, oldest_due_at timestamp with time zone, failing integer, given_up integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH due AS (
    SELECT task_id, count(*)::int AS due, min(run_at) AS oldest FROM (
      SELECT task_id, run_at FROM graphile_worker._private_jobs
      WHERE is_available = true AND run_at <= now() ORDER BY priority, run_at LIMIT at_most) jobs
    GROUP BY task_id
  ), failed AS (
    SELECT task_id, count(*) FILTER (WHERE attempts < max_attempts)::int AS failing,
      count(*) FILTER (WHERE attempts >= max_attempts)::int AS given_up
    FROM (
      SELECT task_id, attempts, max_attempts FROM graphile_worker._private_jobs
      WHERE last_error IS NOT NULL LIMIT at_most) jobs
    GROUP BY task_id
  )
  SELECT tasks.identifier, coalesce(due.due, 0), due.oldest, coalesce(failed.failing, 0), coalesce(failed.given_up, 0)
  FROM due FULL JOIN failed USING (task_id)
  JOIN graphile_worker._private_tasks tasks ON tasks.id = task_id
  ORDER BY tasks.identifier;
$function$;
GRANT EXECUTE ON FUNCTION queue_depths(integer) TO fws_app;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'audit_log is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $function$;
GRANT EXECUTE ON FUNCTION refuse_audit_change() TO PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_audit_change() TO fws_app;

CREATE OR REPLACE FUNCTION public.refuse_security_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'security_event is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $function$;
GRANT EXECUTE ON FUNCTION refuse_security_event_change() TO PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_security_event_change() TO fws_app;

CREATE OR REPLACE FUNCTION public.refuse_setting_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'setting_change is append only: % refused', TG_OP USING ERRCODE = 'FW001';
END $function$;
GRANT EXECUTE ON FUNCTION refuse_setting_change() TO PUBLIC;
GRANT EXECUTE ON FUNCTION refuse_setting_change() TO fws_app;

CREATE OR REPLACE FUNCTION public.retry_failed_job(job_id bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT count(*) > 0 FROM graphile_worker.reschedule_jobs(
    ARRAY(SELECT id FROM public.failed_job WHERE id = job_id), run_at => now(), attempts => 0);
$function$;
GRANT EXECUTE ON FUNCTION retry_failed_job(bigint) TO fws_app;

CREATE OR REPLACE FUNCTION public.return_to_releases(p_withdrawal bigint, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH parts AS (
    UPDATE release_part SET returned_at = p_at, returned_event = nextval('release_event')
    WHERE withdrawal_id = p_withdrawal AND returned_at IS NULL
    RETURNING release_id, amount_paise
  ), sums AS (
    SELECT release_id, sum(amount_paise)::bigint AS amount_paise FROM parts GROUP BY release_id
  )
  UPDATE wallet_release r SET left_paise = r.left_paise + sums.amount_paise FROM sums WHERE r.id = sums.release_id
$function$;
GRANT EXECUTE ON FUNCTION return_to_releases(bigint,timestamp with time zone) TO PUBLIC;
GRANT EXECUTE ON FUNCTION return_to_releases(bigint,timestamp with time zone) TO fws_app;

CREATE OR REPLACE FUNCTION public.roll_security_log(today timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  kept_since CONSTANT timestamptz := now() - interval '180 days';
  first_day timestamptz;
  next_first_day timestamptz;
  name text;
  old record;
BEGIN
  -- Several workers may run this at once.
  PERFORM pg_advisory_xact_lock(hashtext('roll_security_log'));
  FOR months_ahead IN 0..2 LOOP
    first_day := (date_trunc('month', today AT TIME ZONE 'UTC') + months_ahead * interval '1 month') AT TIME ZONE 'UTC';
    next_first_day := (date_trunc('month', today AT TIME ZONE 'UTC') + (months_ahead + 1) * interval '1 month') AT TIME ZONE 'UTC';
    name := 'security_event_' || to_char(first_day AT TIME ZONE 'UTC', 'YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE security_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    EXECUTE format('WITH moved AS (DELETE FROM security_event_other WHERE at >= %L AND at < %L RETURNING *)
      INSERT INTO %I SELECT * FROM moved', first_day, next_first_day, name);
    EXECUTE format('ALTER TABLE security_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first_day, next_first_day);
    EXECUTE format('REVOKE ALL ON %I FROM fws_app', name);
  END LOOP;
  FOR old IN
    SELECT child.relname AS name FROM pg_inherits
    JOIN pg_class child ON child.oid = pg_inherits.inhrelid
    WHERE pg_inherits.inhparent = 'security_event'::regclass AND child.relname ~ '^security_event_\d{4}_\d{2}$'
      AND to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month' < kept_since AT TIME ZONE 'UTC'
  LOOP
    EXECUTE format('DROP TABLE %I', old.name);
  END LOOP;
  DELETE FROM security_event_other WHERE at < kept_since;
END $function$;
GRANT EXECUTE ON FUNCTION roll_security_log(timestamp with time zone) TO fws_app;

CREATE OR REPLACE FUNCTION public.skip_lost_ids()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  sequence record;
BEGIN
  FOR sequence IN
    SELECT format('%I.%I', schemaname, sequencename)::regclass AS id, coalesce(last_value, start_value) AS last
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'job_number'
  LOOP
    PERFORM setval(sequence.id, sequence.last + 1000000);
  END LOOP;
END $function$;
GRANT EXECUTE ON FUNCTION skip_lost_ids() TO fws_app;

CREATE OR REPLACE FUNCTION public.take_from_releases(p_user bigint, p_withdrawal bigint, p_amount bigint, p_at timestamp with time zone, p_late boolean)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  WITH open AS (
    SELECT r.id, r.left_paise, sum(r.left_paise) OVER (ORDER BY r.id) - r.left_paise AS before
    FROM wallet_release r
    WHERE r.user_id = p_user AND r.left_paise > 0
      AND (p_late OR (r.rest_until <= p_at
        AND NOT EXISTS (SELECT FROM release_hold h WHERE h.release_id = r.id AND h.lifted_at IS NULL)))
  ), taken AS (
    SELECT id, least(left_paise, p_amount - before)::bigint AS amount FROM open WHERE before < p_amount
  ), changed AS (
    UPDATE wallet_release r SET left_paise = r.left_paise - taken.amount FROM taken WHERE r.id = taken.id
    RETURNING r.id
  ), parts AS (
    INSERT INTO release_part (release_id, withdrawal_id, amount_paise, is_late, taken_at)
    SELECT taken.id, p_withdrawal, taken.amount, p_late, p_at FROM taken JOIN changed ON changed.id = taken.id
    ORDER BY taken.id
    RETURNING amount_paise
  )
  SELECT coalesce(sum(amount_paise), 0)::bigint FROM parts
$function$;
GRANT EXECUTE ON FUNCTION take_from_releases(bigint,bigint,bigint,timestamp with time zone,boolean) TO PUBLIC;
GRANT EXECUTE ON FUNCTION take_from_releases(bigint,bigint,bigint,timestamp with time zone,boolean) TO fws_app;
