import type pg from 'pg';
import { seedUsers } from '../plans.ts';

/**
 * Loads 25,000 users, 100,000 jobs and at least 20,000 rows of everything else. For speed it skips triggers and foreign
 * keys, and builds the indexes of the two largest tables once, after the load.
 */
export async function loadAtScale(owner: pg.Client): Promise<void> {
  await owner.query("SET session_replication_role = replica; SET maintenance_work_mem = '256MB'");
  const { rows } = await owner.query<{ name: string; made: string }>(`
    SELECT index.indexrelid::regclass::text AS name, pg_get_indexdef(index.indexrelid) AS made
    FROM pg_index index LEFT JOIN pg_constraint ON conindid = index.indexrelid
    WHERE index.indrelid IN ('job'::regclass, 'user_account'::regclass) AND pg_constraint.oid IS NULL`);
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  for (const statement of INSERT_STATEMENTS) await owner.query(statement);
  for (const { made } of rows) await owner.query(made);
  await owner.query('ANALYZE');
}

const USER_COUNT = 25_000;
const JOB_COUNT = 100_000;
const CONTRACT_COUNT = 25_000;
const OTHER_COUNT = 20_000;

const INSERT_STATEMENTS = [
  seedUsers(USER_COUNT),
  // One job in 50 is open; one in ten of those is not reviewed yet.
  `INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, reviewed_at, state)
    SELECT 1 + i % ${USER_COUNT}, 1 + i % 40, 'Job ' || i % 5000, '', 'Baner', '{}', '2026-12-01', '2026-12-20',
      'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', CASE WHEN i % 500 > 0 THEN now() END,
      CASE WHEN i % 1000 = 1 THEN 'cancelled' WHEN i % 50 = 0 THEN 'open' ELSE 'completed' END
    FROM generate_series(1, ${JOB_COUNT}) i`,
  `INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
    SELECT i, 1 + (i + 7) % ${USER_COUNT}, 100000, 'completion', '[]', '', 'accepted', now()
    FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at, completed_at)
    SELECT i, i, 1 + i % ${USER_COUNT}, 1 + (i + 7) % ${USER_COUNT}, 100000, 'completion', now() - i * interval '1 minute',
      CASE WHEN i % 2 = 0 THEN now() END
    FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO milestone (job_id, position, name, amount_paise, changed_at)
    SELECT i, 1, 'All', 100000, now() FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
    SELECT 'FWS_' || i, i, 1 + i % ${USER_COUNT}, 100000, CASE WHEN i % 1000 = 0 THEN 'expired' ELSE 'applied' END,
      'cashfree', now(), now() - i * interval '1 minute' FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO payment (provider, payment_id, order_id, amount_paise, applied, bank_reference, received_at)
    SELECT 'cashfree', 'pay' || i, 'FWS_' || i, 100000, true, 'bank' || i, now()
    FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO refund (id, order_id, amount_paise, reason, created_at)
    SELECT 'R' || i, 'FWS_' || i, 100, 'cancelled', now() FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO chargeback (provider, chargeback_id, order_id, payment_id, milestone_id, amount_paise, state, reason,
      opened_at)
    SELECT 'cashfree', 'CB' || i, 'FWS_' || i, 'pay' || i, i, 100, 'won', '', now()
    FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
    SELECT i, 'upi', 'a@b', 'A B', 'B' || i, now(), now() FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO withdrawal (transfer_id, user_id, account_id, destination, amount_paise, state, utr, created_at)
    SELECT 'T' || i, 1 + i % ${USER_COUNT}, i, 'UPI', 100, CASE WHEN i % 1000 = 0 THEN 'failed' ELSE 'paid' END, 'U' || i,
      now() - i * interval '1 minute' FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, at)
    SELECT 'milestone', i, i, 'fund_state', 'not_funded', 'funded', now() FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO identity_video (user_id, code, made_at) SELECT i, '7KQ42M', now() FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO name_change (user_id, former_first_name, former_last_name, first_name, last_name, explanation, requested_at,
     state, decided_at, decided_by)
   SELECT i, 'Asha', 'Kale', 'Asha', 'Rane', 'Married', now() - i * interval '1 minute',
     CASE WHEN i % 10 > 0 THEN 'approved' ELSE 'waiting' END, CASE WHEN i % 10 > 0 THEN now() END,
     CASE WHEN i % 10 > 0 THEN 1 END FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO identity_check (reference_id, user_id, kind, number_last4, state, created_at, checked_at, video_id,
      reviewed_at)
    SELECT 'kyc_' || i, i, 'pan', '234F', 'verified', now() - i * interval '1 minute', now(), i,
      CASE WHEN i % 10 > 0 THEN now() END FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO ops_case (kind, subject, amount_paise, raised_at, due_at, resolved_at)
    SELECT (ARRAY['withdrawal_unknown', 'withdrawal_contradicted'])[1 + i % 2], i, 100000,
      now() - i * interval '1 minute', now() - i * interval '1 minute', CASE WHEN i % 10 > 0 THEN now() END
    FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO ops_case (kind, subject, amount_paise, raised_at, due_at, resolved_at)
    SELECT 'refund_failed', 'R' || i, 100, now(), now(), CASE WHEN i % 10 > 0 THEN now() END
    FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO ops_case (kind, subject, amount_paise, raised_at, due_at, resolved_at)
    SELECT 'chargeback_lost', 'cashfree:CB' || i, 100, now(), now(), CASE WHEN i % 10 > 0 THEN now() END
    FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, received_at, seen_at)
    SELECT 'cashfree', 'key ' || i, 'unknown', '{}', '{}', CASE WHEN i % 5 = 0 THEN 'forged' ELSE 'valid' END,
      now() - i * interval '1 minute', CASE WHEN i % 50 > 0 THEN now() END FROM generate_series(1, ${OTHER_COUNT}) i`,
  // Use future times: partitions exist only from now on.
  `INSERT INTO security_event (at, user_id, kind, address, device, details)
    SELECT now() + i * interval '1 second', 1 + i % 100, 'logged_in', '192.0.2.1', 'Chrome', '{}'
    FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO provider_status_log (subject, status, first_at, last_at)
    SELECT 'withdrawal:' || i, 'processing', now(), now() FROM generate_series(1, ${OTHER_COUNT}) i`,
  "SELECT graphile_worker.add_job('notify')",
  `INSERT INTO graphile_worker._private_jobs (task_id, max_attempts)
    SELECT task_id, 1 FROM graphile_worker._private_jobs, generate_series(1, ${OTHER_COUNT})`,
  `UPDATE graphile_worker._private_jobs SET attempts = 1, updated_at = now() - id * interval '1 minute'
    WHERE id % 10 = 0`,
  `INSERT INTO audit_log (admin_id, act, subject, subject_id, at)
    SELECT 1, 'viewed', 'user', i % 5000, now() - i * interval '1 minute' FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO notify_me SELECT 'someone' || i || '@mail.example', 'en', now() FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO business_enquiry (name, purpose, heard_from, company, phone, email, address1, address2, address3,
      requirement, created_at, answered_at)
    SELECT 'N', 'P', 'H', 'C', '919800000000', 'x@y.example', '', '', '', 'R', now() - i * interval '1 minute',
      CASE WHEN i % 100 > 0 THEN now() END FROM generate_series(1, ${OTHER_COUNT}) i`,
  `INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
    SELECT 'wallet:' || i, 'liability', true, false, 100, 1 FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO ledger.txn (kind, idempotency_key, request_hash, event_time, job_id, milestone_id, order_id, withdrawal_id)
    SELECT 'load', 'load:' || i, '', now(), i, i, 'FWS_' || i, i FROM generate_series(1, ${CONTRACT_COUNT}) i`,
  `INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
    SELECT txn.id, 1, account.id, -100, 100, 1 FROM ledger.txn
      JOIN ledger.account ON account.code = 'wallet:' || split_part(txn.idempotency_key, ':', 2)
    UNION ALL SELECT txn.id, 2, account.id, 100, NULL, NULL FROM ledger.txn, ledger.account
    WHERE account.code = 'provider_clearing'`,
];
