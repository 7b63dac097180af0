-- A release can be withdrawn after a rest of 0 to 7 days. Withdrawals take from releases, oldest first (docs/money.md).

CREATE TABLE rest_terms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  effective_on date NOT NULL,
  known_releases integer NOT NULL CHECK (known_releases >= 1),
  known_release_paise bigint NOT NULL CHECK (known_release_paise > 0),
  known_days integer NOT NULL CHECK (known_days >= 1),
  known_day_paise bigint NOT NULL CHECK (known_day_paise >= 0),
  first_days integer NOT NULL CHECK (first_days >= 0),
  fresh_days integer NOT NULL CHECK (fresh_days >= 0),
  identity_month_paise bigint NOT NULL CHECK (identity_month_paise >= 0),
  set_by bigint REFERENCES user_account (id),
  reason text NOT NULL CHECK (reason <> ''),
  set_at timestamptz(3) NOT NULL
);
COMMENT ON TABLE rest_terms IS
  'The rules of rests and the limits of fresh accounts. A set holds from its day in India until the next one''s, '
  'and is never changed, so that a release always has the same reason for its rest';
COMMENT ON COLUMN rest_terms.known_releases IS
  'A known pair: so many releases of at least known_release_paise, the oldest at least known_days old. Its releases '
  'do not rest';
COMMENT ON COLUMN rest_terms.known_day_paise IS
  'The sum of the releases of a known pair that do not rest, for each day';
COMMENT ON COLUMN rest_terms.first_days IS
  'The first dealings of a pair end when a release of known_release_paise is so many days old';
COMMENT ON COLUMN rest_terms.fresh_days IS
  'An account is fresh until its first money (known_release_paise or more) is so many days old';
COMMENT ON COLUMN rest_terms.identity_month_paise IS
  'What a payer without a verified identity may pay into escrow in a month';
COMMENT ON COLUMN rest_terms.set_by IS 'The admin; null: a migration or the command line';
CREATE INDEX rest_terms_on ON rest_terms (effective_on DESC, id DESC);

CREATE TABLE rest_rule (
  terms_id bigint NOT NULL REFERENCES rest_terms (id),
  position integer NOT NULL,
  method text CHECK (method IN ('card', 'upi', 'netbanking')),
  first_dealings boolean,
  link text CHECK (link IN ('strong', 'any')),
  charged_back boolean,
  payer_younger_days integer,
  worker_younger_days integer,
  payer_identified boolean,
  worker_identified boolean,
  amount_from_paise bigint,
  over_limit boolean,
  rest_days smallint NOT NULL CHECK (rest_days BETWEEN 0 AND 7),
  reason text NOT NULL CHECK (reason ~ '^[a-z_]{1,40}$'),
  PRIMARY KEY (terms_id, position)
);
COMMENT ON TABLE rest_rule IS
  'The conditions of rests. A release rests for the longest of the rules that apply to it. A condition that is null '
  'applies to every release';
COMMENT ON COLUMN rest_rule.method IS 'How the payer paid';
COMMENT ON COLUMN rest_rule.link IS
  'The accounts of payer and worker are linked. any includes network addresses, which many people share';
COMMENT ON COLUMN rest_rule.charged_back IS 'A bank took a payment of this payer back';
COMMENT ON COLUMN rest_rule.over_limit IS 'A fresh payer released more than money_limit allows';
COMMENT ON COLUMN rest_rule.reason IS 'The message that explains the rest';

CREATE TABLE money_limit (
  terms_id bigint NOT NULL REFERENCES rest_terms (id),
  action text NOT NULL CHECK (action IN ('fund', 'release', 'withdraw')),
  hours integer NOT NULL CHECK (hours > 0),
  max_paise bigint NOT NULL CHECK (max_paise > 0),
  PRIMARY KEY (terms_id, action, hours)
);
COMMENT ON TABLE money_limit IS
  'What a fresh account may move in so many hours. What a payer funds or a worker withdraws above it is refused; '
  'what is released above it rests longer';
REVOKE UPDATE, DELETE ON rest_terms, rest_rule, money_limit FROM fws_app;

INSERT INTO rest_terms (
  effective_on, known_releases, known_release_paise, known_days, known_day_paise, first_days, fresh_days,
  identity_month_paise, reason, set_at)
VALUES ('2020-01-01', 3, 50000, 60, 5000000, 7, 30, 5000000, 'The first rules of rests', now());

INSERT INTO rest_rule (
  terms_id, position, method, first_dealings, link, charged_back, payer_younger_days, worker_younger_days,
  payer_identified, amount_from_paise, over_limit, rest_days, reason)
SELECT rest_terms.id, rule.* FROM rest_terms, (VALUES
  (1, NULL, NULL::boolean, 'strong', NULL::boolean, NULL::integer, NULL::integer, NULL::boolean, NULL::bigint, NULL::boolean, 7::smallint, 'linked'),
  (2, NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, 7, 'charged_back'),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, 7, 'over_limit'),
  (4, 'card', NULL, NULL, NULL, 30, NULL, NULL, NULL, NULL, 7, 'card_new_payer'),
  (5, 'card', true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7, 'card_first'),
  (6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10000000, NULL, 5, 'large'),
  (7, NULL, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, 'first'),
  (8, NULL, NULL, 'any', NULL, NULL, NULL, NULL, NULL, NULL, 3, 'linked'),
  (9, NULL, NULL, NULL, NULL, NULL, NULL, false, 1000000, NULL, 3, 'payer_unidentified'),
  (10, 'card', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, 'card'),
  (11, NULL, NULL, NULL, NULL, 30, NULL, NULL, NULL, NULL, 2, 'new_payer'),
  (12, NULL, NULL, NULL, NULL, NULL, 30, NULL, NULL, NULL, 2, 'new_worker'),
  (13, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 'every')
) AS rule (position, method, first_dealings, link, charged_back, payer_younger_days, worker_younger_days, payer_identified,
  amount_from_paise, over_limit, rest_days, reason);

INSERT INTO money_limit (terms_id, action, hours, max_paise)
SELECT rest_terms.id, limits.* FROM rest_terms, (VALUES
  ('fund', 24, 5000000), ('fund', 720, 10000000),
  ('release', 24, 5000000), ('release', 720, 10000000),
  ('withdraw', 24, 1500000), ('withdraw', 720, 5000000)
) AS limits (action, hours, max_paise);

CREATE TABLE wallet_release (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  posting_key text NOT NULL,
  milestone_id bigint,
  job_id bigint,
  payer_id bigint REFERENCES user_account (id),
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  left_paise bigint NOT NULL,
  method text CHECK (method IN ('card', 'upi', 'netbanking')),
  rest_days smallint NOT NULL CHECK (rest_days BETWEEN 0 AND 7),
  rest_until timestamptz(3) NOT NULL,
  terms_id bigint,
  rule_position integer,
  reason text NOT NULL,
  payer_days integer,
  created_at timestamptz(3) NOT NULL,
  FOREIGN KEY (terms_id, rule_position) REFERENCES rest_rule (terms_id, position),
  CHECK (left_paise BETWEEN 0 AND amount_paise),
  CHECK (rest_until >= created_at)
);
COMMENT ON TABLE wallet_release IS 'Money that reached a wallet, with the rest that was decided then';
COMMENT ON COLUMN wallet_release.user_id IS 'Whose wallet';
COMMENT ON COLUMN wallet_release.posting_key IS
  'The key of the ledger''s transaction. One transaction may settle several milestones';
COMMENT ON COLUMN wallet_release.left_paise IS 'What no withdrawal took';
COMMENT ON COLUMN wallet_release.method IS 'How the payer paid; null: not known';
COMMENT ON COLUMN wallet_release.rule_position IS
  'With terms_id: the rule that decided; null: the pair was known, or no rule applies to this money';
COMMENT ON COLUMN wallet_release.payer_days IS 'Days since the payer joined, for the text of the reason';
CREATE UNIQUE INDEX wallet_release_posting ON wallet_release (posting_key, (coalesce(milestone_id, 0)));
-- What can be withdrawn, oldest first.
CREATE INDEX wallet_release_left ON wallet_release (user_id, id) WHERE left_paise > 0;
CREATE INDEX wallet_release_user ON wallet_release (user_id, created_at);
CREATE INDEX wallet_release_pair ON wallet_release (payer_id, user_id, created_at);
CREATE INDEX wallet_release_milestone ON wallet_release (milestone_id);
CREATE INDEX wallet_release_job ON wallet_release (job_id) WHERE milestone_id IS NULL;

-- Numbers what happens to releases in the order in which the lock of a wallet lets it happen. Times come from processes
-- that may have waited for that lock.
CREATE SEQUENCE release_event;
GRANT USAGE ON SEQUENCE release_event TO fws_app;

CREATE TABLE release_part (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id bigint NOT NULL REFERENCES wallet_release (id),
  withdrawal_id bigint REFERENCES withdrawal (id),
  recovered_for text,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  is_late boolean NOT NULL DEFAULT false,
  taken_at timestamptz(3) NOT NULL,
  taken_event bigint NOT NULL DEFAULT nextval('release_event'),
  returned_at timestamptz(3),
  returned_event bigint,
  CHECK ((returned_at IS NULL) = (returned_event IS NULL)),
  CHECK ((withdrawal_id IS NULL) <> (recovered_for IS NULL))
);
COMMENT ON TABLE release_part IS 'What was taken out of a release, and given back when the withdrawal failed';
COMMENT ON COLUMN release_part.recovered_for IS 'Instead of a withdrawal: the chargeback for which it was taken back';
COMMENT ON COLUMN release_part.is_late IS
  'The money had left before this was recorded, so rests and holds were not checked';
COMMENT ON COLUMN release_part.taken_event IS 'The order of what happens to releases (sequence release_event)';
CREATE INDEX release_part_withdrawal ON release_part (withdrawal_id) WHERE withdrawal_id IS NOT NULL;
CREATE INDEX release_part_release ON release_part (release_id);

CREATE TABLE release_hold (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  release_id bigint NOT NULL REFERENCES wallet_release (id),
  cause text NOT NULL CHECK (cause IN ('chargeback', 'admin')),
  subject text NOT NULL,
  held_by bigint REFERENCES user_account (id),
  held_at timestamptz(3) NOT NULL,
  held_event bigint NOT NULL DEFAULT nextval('release_event'),
  lifted_by bigint REFERENCES user_account (id),
  lifted_at timestamptz(3),
  lifted_event bigint,
  lift_reason text,
  CHECK ((lifted_at IS NULL) = (lifted_event IS NULL)),
  CHECK (lifted_at IS NOT NULL OR (lifted_by IS NULL AND lift_reason IS NULL))
);
COMMENT ON TABLE release_hold IS 'Why a release cannot be withdrawn although its rest is over';
COMMENT ON COLUMN release_hold.subject IS 'The chargeback, "cashfree:cb_7"; or the admin''s reason';
COMMENT ON COLUMN release_hold.held_event IS 'The order of what happens to releases (sequence release_event)';
CREATE UNIQUE INDEX release_hold_open ON release_hold (release_id, cause, subject) WHERE lifted_at IS NULL;
CREATE INDEX release_hold_release ON release_hold (release_id);
CREATE INDEX release_hold_subject ON release_hold (subject) WHERE lifted_at IS NULL;

CREATE TABLE payer_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES user_account (id),
  subject text NOT NULL,
  stopped_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ended_by bigint REFERENCES user_account (id),
  reason text,
  CHECK (ended_at IS NOT NULL OR (ended_by IS NULL AND reason IS NULL))
);
COMMENT ON TABLE payer_stop IS 'Payers who may fund nothing since a bank took a payment back, until an admin decides';
COMMENT ON COLUMN payer_stop.subject IS 'The chargeback';
COMMENT ON COLUMN payer_stop.ended_at IS 'Null: the payer may fund nothing';
COMMENT ON COLUMN payer_stop.ended_by IS 'The admin; null: the chargeback was won';
CREATE UNIQUE INDEX payer_stop_open ON payer_stop (user_id, subject) WHERE ended_at IS NULL;
CREATE INDEX payer_stop_user ON payer_stop (user_id);
REVOKE DELETE ON wallet_release, release_part, release_hold, payer_stop FROM fws_app;

-- Takes an amount from what is left of a wallet's releases, oldest first. `p_late`: without checking rests and holds.
CREATE FUNCTION take_from_releases(
  p_user bigint, p_withdrawal bigint, p_amount bigint, p_at timestamptz, p_late boolean
) RETURNS bigint
LANGUAGE sql SET search_path = public, pg_temp AS $$
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
$$;

-- Gives back what a withdrawal took, to the same releases.
CREATE FUNCTION return_to_releases(p_withdrawal bigint, p_at timestamptz) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH parts AS (
    UPDATE release_part SET returned_at = p_at, returned_event = nextval('release_event')
    WHERE withdrawal_id = p_withdrawal AND returned_at IS NULL
    RETURNING release_id, amount_paise
  ), sums AS (
    SELECT release_id, sum(amount_paise)::bigint AS amount_paise FROM parts GROUP BY release_id
  )
  UPDATE wallet_release r SET left_paise = r.left_paise + sums.amount_paise FROM sums WHERE r.id = sums.release_id
$$;

-- Whoever reads or changes what is left of a wallet's releases holds this lock until the end of the transaction.
CREATE FUNCTION lock_wallet(p_user bigint) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('wallet:' || p_user, 0))
$$;
