import { sources, type DistantTable, type VerifiedDay } from '../ledger/index.ts';

// What the invariants of this domain read: all of it, or what changed since a verified day.

const { selectAccounts, selectEntries, selectRecords, selectTxns } = sources;

export type Since = VerifiedDay | null;

export const selectMilestones = (since: Since) =>
  selectRecords(since, 'milestone', { subject: 'milestone', account: 'escrow', id: 'bigint' });

export const selectRefunds = (since: Since) =>
  selectRecords(since, 'refund', {
    subject: 'refund',
    account: 'refund',
    id: 'text',
    inProgress: 'next_check_at IS NOT NULL',
  });

/** Orders that changed state or have transactions since then. */
export const selectOrders = (since: Since) =>
  since === null
    ? 'escrow_order'
    : `(SELECT * FROM escrow_order WHERE id IN (
        SELECT order_id FROM ${selectTxns(since)} t WHERE order_id IS NOT NULL
        UNION SELECT subject_id FROM state_change WHERE id > ${since.lastChange} AND subject = 'order'))`;

export const selectPayments = (since: Since) =>
  since === null
    ? 'payment'
    : `(SELECT p.* FROM payment p WHERE p.order_id IN (SELECT id FROM ${selectOrders(since)} o))`;

export const selectChargebacks = (since: Since) =>
  since === null
    ? 'chargeback'
    : `(SELECT c.* FROM chargeback c WHERE c.order_id IN (SELECT id FROM ${selectOrders(since)} o))`;

export const MILESTONES: DistantTable = {
  table: 'milestone',
  columns: 'id, job_id, fund_state, work_state, on_hold, amount_paise',
  where: (since) => `
    job_id IN (SELECT job_id FROM state_change WHERE id > ${since.lastChange} AND job_id IS NOT NULL)
    OR id IN (SELECT split_part(code, ':', 2)::bigint FROM ${selectAccounts(since)} a
      WHERE split_part(code, ':', 1) = 'escrow')
    OR id IN (SELECT milestone_id FROM chargeback WHERE state = 'open')`,
};

const changedJobs = (since: VerifiedDay) =>
  `SELECT job_id FROM state_change WHERE id > ${since.lastChange} AND job_id IS NOT NULL`;

export const DISPUTED: DistantTable = {
  table: 'dispute_milestone',
  columns: 'job_id, dispute_id, milestone_id, lifted_at',
  where: (since) => `lifted_at IS NULL OR job_id IN (${changedJobs(since)})`,
};

export const SPLITS: DistantTable = {
  table: 'split',
  columns: 'id, job_id, milestone_id, state, worker_paise, closed_at',
  where: (since) => `closed_at IS NULL OR job_id IN (${changedJobs(since)})`,
};

export const JOBS: DistantTable = {
  table: 'job',
  columns: 'id, state',
  where: () => 'id IN (SELECT job_id FROM pg_temp.milestone)',
};

export const selectEscrow = (since: Since) =>
  `SELECT m.id, m.job_id, m.fund_state, m.on_hold, m.amount_paise, coalesce(a.balance, 0) AS escrow_paise,
    coalesce((SELECT sum(c.escrow_paise) FROM chargeback c WHERE c.milestone_id = m.id), 0) AS charged_back_paise
  FROM ${selectMilestones(since)} m LEFT JOIN ledger.account a ON a.code = 'escrow:' || m.id`;

/** A lookup by transaction: most of the account's entries would be read by a join that is planned as if it had few. */
export const selectClearingAmount = (txn: string) =>
  `(SELECT e.amount FROM ledger.entry e WHERE e.txn_id = ${txn}.id AND e.month = ${txn}.month AND e.account_id = ${CLEARING})`;

/** Joins it as `clearing`: in a condition it would count in the cost of each join, and with many months misguide the planner. */
export const joinClearingAmount = (txn: string) =>
  `LEFT JOIN LATERAL (SELECT ${selectClearingAmount(txn)} AS amount OFFSET 0) clearing ON true`;

export const CLEARING = `(SELECT id FROM ledger.account WHERE code = 'provider_clearing')`;

/** Milestones of jobs that changed state, and those that changed themselves. */
export const selectMilestonesWithJobs = (since: Since) =>
  since === null
    ? 'milestone'
    : `(SELECT * FROM ${selectMilestones(since)} changed
        UNION SELECT * FROM milestone WHERE job_id IN (
          SELECT job_id FROM state_change WHERE id > ${since.lastChange} AND subject = 'job'))`;

/** Refunds and chargebacks that differ from their entries in provider_clearing, and entries of anything unknown. */
export const selectClearingFaults = (since: VerifiedDay) => `
  SELECT r.id AS record, r.state, clearing.amount AS booked, r.amount_paise FROM ${selectRefunds(since)} r
  LEFT JOIN ledger.txn t ON t.idempotency_key = 'refund:' || r.id || ':succeeded'
  ${joinClearingAmount('t')}
  WHERE (r.state = 'succeeded') <> (t.id IS NOT NULL)
    OR (t.id IS NOT NULL AND clearing.amount IS DISTINCT FROM -r.amount_paise)
  UNION ALL
  SELECT c.chargeback_id, c.state, booked.amount, -(c.escrow_paise + c.receivable_paise) FROM ${selectChargebacks(since)} c
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(${selectClearingAmount('t')}), 0)::bigint AS amount FROM ledger.txn t
    WHERE t.order_id = c.order_id AND t.kind IN ('chargeback_taken', 'chargeback_returned')
      AND starts_with(t.idempotency_key, 'chargeback:' || c.provider || ':' || c.chargeback_id || ':')) booked
  WHERE booked.amount <> -(c.escrow_paise + c.receivable_paise)
  UNION ALL
  SELECT t.idempotency_key, t.kind, ${selectClearingAmount('t')}, NULL FROM ${selectTxns(since)} t
  WHERE t.kind NOT IN ('payment_verified', 'payment_unapplied', 'provider_settled', 'settlement_reversed')
    AND NOT (t.kind = 'refund_succeeded' AND EXISTS (SELECT FROM refund r WHERE r.id = t.refund_id))
    AND NOT (t.kind IN ('chargeback_taken', 'chargeback_returned') AND EXISTS (
      SELECT FROM chargeback c WHERE c.order_id = t.order_id
        AND starts_with(t.idempotency_key, 'chargeback:' || c.provider || ':' || c.chargeback_id || ':')))
    AND ${selectClearingAmount('t')} IS NOT NULL`;

/** Releases and settled disputes whose deductions differ from their entries, and deductions without either. */
export const selectDeductionFaults = (since: VerifiedDay) => `
  SELECT t.idempotency_key AS record, posted.fee, posted.tds, posted.welfare, kept.fee AS kept_fee, kept.tds AS kept_tds,
    kept.welfare AS kept_welfare
  FROM ${selectTxns(since)} t
  CROSS JOIN LATERAL (
    SELECT coalesce(-sum(e.amount) FILTER (WHERE a.code = 'fee_income'), 0) AS fee,
      coalesce(-sum(e.amount) FILTER (WHERE a.code = 'tds_payable'), 0) AS tds,
      coalesce(-sum(e.amount) FILTER (WHERE a.code = 'welfare_payable'), 0) AS welfare
    FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
    WHERE e.txn_id = t.id AND e.month = t.month) posted
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(d.fee_paise), 0) AS fee, coalesce(sum(d.tds_paise), 0) AS tds,
      coalesce(sum(d.welfare_paise), 0) AS welfare
    FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
    JOIN deduction d ON 'escrow:' || d.milestone_id = a.code
    WHERE e.txn_id = t.id AND e.month = t.month) kept
  WHERE t.kind IN ('release', 'dispute_split', 'split_agreed')
    AND (posted.fee, posted.tds, posted.welfare) IS DISTINCT FROM (kept.fee, kept.tds, kept.welfare)
  UNION ALL
  SELECT 'milestone ' || d.milestone_id, 0, 0, 0, d.fee_paise, d.tds_paise, d.welfare_paise
  FROM (
    SELECT d.* FROM ${selectMilestones(since)} m JOIN deduction d ON d.milestone_id = m.id
    WHERE NOT EXISTS (
      SELECT FROM ${selectTxns(since)} t JOIN ${selectEntries(since)} e ON e.txn_id = t.id AND e.month = t.month
      JOIN ledger.account a ON a.id = e.account_id
      WHERE t.kind IN ('release', 'dispute_split', 'split_agreed') AND a.code = 'escrow:' || d.milestone_id)
    OFFSET 0
  ) d
  -- Only what was not posted since then is searched in every month.
  WHERE NOT EXISTS (
    SELECT FROM ledger.account a JOIN ledger.entry e ON e.account_id = a.id
    JOIN ledger.txn t ON t.id = e.txn_id AND t.month = e.month
    WHERE a.code = 'escrow:' || d.milestone_id AND t.kind IN ('release', 'dispute_split', 'split_agreed'))`;
