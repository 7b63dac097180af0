import { Client } from 'pg';

/** A milestone that was funded and released has two transactions of two entries each. */
export const ENTRIES_A_MILESTONE = 4;
const AMOUNT_PAISE = 100_000;
const WORKERS = 20_000;
const BATCH = 100_000;
// The ids of accounts, away from those of the platform's accounts.
const WALLETS_FROM = 1_000;
const ESCROWS_FROM = 1_000_000;

/** Milestones `$1` to `$2`, posted on the day that ended `$3` days ago. */
const STATEMENTS = [
  `INSERT INTO ledger.account (id, code, class, guarded, hot, balance, version)
   OVERRIDING SYSTEM VALUE
   SELECT ${ESCROWS_FROM} + i, 'escrow:' || i, 'liability', true, false, 0, 2 FROM generate_series($1::bigint, $2) i`,
  `INSERT INTO ledger.txn (id, kind, idempotency_key, request_hash, milestone_id, order_id, payment_id, user_id,
     event_time, posted_at)
   OVERRIDING SYSTEM VALUE
   SELECT 2 * i - 1 + step, CASE step WHEN 0 THEN 'payment_verified' ELSE 'release' END,
     CASE step WHEN 0 THEN 'payment:cashfree:p' || i ELSE 'milestone:' || i || ':released' END, repeat('0', 64),
     i, CASE step WHEN 0 THEN 'order_' || i END, CASE step WHEN 0 THEN 'p' || i END,
     CASE step WHEN 1 THEN (i - 1) % ${WORKERS} END, at, at
   FROM generate_series($1::bigint, $2) i, generate_series(0, 1) step,
     LATERAL (SELECT (date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') - $3 * interval '1 day'
       + interval '20 hours' * (i - $1 + 0.5 * step) / ($2 - $1 + 1)) AT TIME ZONE 'Asia/Kolkata') AS posted (at)`,
  `INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
   SELECT line.* FROM generate_series($1::bigint, $2) i, LATERAL (VALUES
     (2 * i - 1, 1, (SELECT id FROM ledger.account WHERE code = 'provider_clearing'), ${AMOUNT_PAISE}, NULL, NULL),
     (2 * i - 1, 2, ${ESCROWS_FROM} + i, -${AMOUNT_PAISE}, ${AMOUNT_PAISE}, 1),
     (2 * i, 1, ${ESCROWS_FROM} + i, ${AMOUNT_PAISE}, 0, 2),
     (2 * i, 2, ${WALLETS_FROM} + (i - 1) % ${WORKERS}, -${AMOUNT_PAISE}, ((i - 1) / ${WORKERS} + 1) * ${AMOUNT_PAISE}, (i - 1) / ${WORKERS} + 1)
   ) line`,
  `INSERT INTO ledger.account (id, code, class, guarded, hot, balance, version)
   OVERRIDING SYSTEM VALUE
   SELECT ${WALLETS_FROM} + worker, 'wallet:' || worker, 'liability', true, false, 0, 0
   FROM (SELECT DISTINCT (i - 1) % ${WORKERS} AS worker FROM generate_series($1::bigint, $2) i) paid
   ON CONFLICT DO NOTHING`,
  `UPDATE ledger.account SET version = (last - 1) / ${WORKERS} + 1, balance = ((last - 1) / ${WORKERS} + 1) * ${AMOUNT_PAISE}
   FROM (SELECT ${WALLETS_FROM} + (i - 1) % ${WORKERS} AS wallet, max(i) AS last FROM generate_series($1::bigint, $2) i GROUP BY 1) paid
   WHERE id = wallet`,
  `INSERT INTO milestone (id, job_id, position, name, amount_paise, fund_state, work_state, changed_at)
   OVERRIDING SYSTEM VALUE
   SELECT i, i, 1, 'Wardrobe', ${AMOUNT_PAISE}, 'released', 'completed', now() FROM generate_series($1::bigint, $2) i`,
  `INSERT INTO wallet_release (user_id, posting_key, milestone_id, job_id, payer_id, amount_paise, left_paise, method,
     rest_days, rest_until, terms_id, rule_position, reason, payer_days, created_at)
   SELECT user_id, idempotency_key, milestone_id, milestone_id, 1, ${AMOUNT_PAISE}, ${AMOUNT_PAISE}, 'upi',
     1, posted_at + interval '1 day', 1, 13, 'every', 100, posted_at
   FROM ledger.txn WHERE kind = 'release' AND id BETWEEN 2 * $1::bigint AND 2 * $2::bigint ORDER BY id`,
  `INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
   SELECT 'order_' || i, i, 1, ${AMOUNT_PAISE}, 'applied', 'cashfree', now(), now() FROM generate_series($1::bigint, $2) i`,
  `INSERT INTO payment (provider, payment_id, order_id, amount_paise, applied, received_at)
   SELECT 'cashfree', 'p' || i, 'order_' || i, ${AMOUNT_PAISE}, true, now() FROM generate_series($1::bigint, $2) i`,
  `INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_role, at)
   SELECT change.subject, change.id, i, change.track, change.old, change.new, 'system', now()
   FROM generate_series($1::bigint, $2) i, LATERAL (VALUES
     ('order', 'order_' || i, 'state', 'created', 'applied'),
     ('milestone', i::text, 'fund_state', 'unfunded', 'funded'),
     ('milestone', i::text, 'fund_state', 'funded', 'released')
   ) change (subject, id, track, old, new)`,
];

/** Writes behind the triggers, as nothing in the product can. */
export async function openBehindTriggers(ownerUrl: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  return client;
}

/** Funds and releases this many milestones after `from`, all on the day `daysAgo`. */
export async function loadDay(
  client: Client,
  from: number,
  milestones: number,
  daysAgo: number,
): Promise<void> {
  for (let start = from + 1; start <= from + milestones; start += BATCH) {
    const end = Math.min(start + BATCH - 1, from + milestones);
    for (const statement of STATEMENTS) {
      // Not every statement names the day.
      const values = statement.includes('$3') ? [start, end, daysAgo] : [start, end];
      await client.query(statement, values);
    }
  }
}

/** The day of the last transaction, which need not be yesterday: a kept ledger may have been loaded days ago. */
const LAST_DAY = `(SELECT (posted_at AT TIME ZONE 'Asia/Kolkata')::date FROM ledger.txn ORDER BY id DESC LIMIT 1)`;

async function removeSeals(client: Client, condition: string): Promise<void> {
  for (const table of ['sealed_balance', 'verified_day', 'day_seal'])
    await client.query(`DELETE FROM ledger.${table} WHERE ${condition}`);
}

/** Takes the seal of the last day away, and those of empty days after it, so that its night can be repeated. */
export const reopenLastDay = (client: Client): Promise<void> => removeSeals(client, `day >= ${LAST_DAY}`);

/** Takes the seals of empty days after the last one away, so that a day can be added. */
export const removeEmptySeals = (client: Client): Promise<void> => removeSeals(client, `day > ${LAST_DAY}`);
