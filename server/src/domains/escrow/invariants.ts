import {
  sources,
  type ArchiveCheck,
  type DistantTable,
  type Invariant,
  type VerifiedDay,
} from '../ledger/index.ts';

type Since = VerifiedDay | null;

const { isArchived, LINES, selectAccounts, selectEntries, selectPlatformBalance, selectRecords, selectTxns } =
  sources;

const selectMilestones = (since: Since) =>
  selectRecords(since, 'milestone', { subject: 'milestone', account: 'escrow', id: 'bigint' });
const selectRefunds = (since: Since) =>
  selectRecords(since, 'refund', {
    subject: 'refund',
    account: 'refund',
    id: 'text',
    inProgress: 'next_check_at IS NOT NULL',
  });
/** Orders that changed state or have transactions since then. */
const selectOrders = (since: Since) =>
  since === null
    ? 'escrow_order'
    : `(SELECT * FROM escrow_order WHERE id IN (
        SELECT order_id FROM ${selectTxns(since)} t WHERE order_id IS NOT NULL
        UNION SELECT subject_id FROM state_change WHERE id > ${since.lastChange} AND subject = 'order'))`;
const selectPayments = (since: Since) =>
  since === null
    ? 'payment'
    : `(SELECT p.* FROM payment p WHERE p.order_id IN (SELECT id FROM ${selectOrders(since)} o))`;
const selectChargebacks = (since: Since) =>
  since === null
    ? 'chargeback'
    : `(SELECT c.* FROM chargeback c WHERE c.order_id IN (SELECT id FROM ${selectOrders(since)} o))`;

const MILESTONES: DistantTable = {
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
const DISPUTED: DistantTable = {
  table: 'dispute_milestone',
  columns: 'job_id, dispute_id, milestone_id, lifted_at',
  where: (since) => `lifted_at IS NULL OR job_id IN (${changedJobs(since)})`,
};
const SPLITS: DistantTable = {
  table: 'split',
  columns: 'id, job_id, milestone_id, state, worker_paise, closed_at',
  where: (since) => `closed_at IS NULL OR job_id IN (${changedJobs(since)})`,
};
const JOBS: DistantTable = {
  table: 'job',
  columns: 'id, state',
  where: () => 'id IN (SELECT job_id FROM pg_temp.milestone)',
};

const selectEscrow = (since: Since) =>
  `SELECT m.id, m.job_id, m.fund_state, m.on_hold, m.amount_paise, coalesce(a.balance, 0) AS escrow_paise,
    coalesce((SELECT sum(c.escrow_paise) FROM chargeback c WHERE c.milestone_id = m.id), 0) AS charged_back_paise
  FROM ${selectMilestones(since)} m LEFT JOIN ledger.account a ON a.code = 'escrow:' || m.id`;

/** A lookup by transaction: most of the account's entries would be read by a join that is planned as if it had few. */
const selectClearingAmount = (txn: string) =>
  `(SELECT e.amount FROM ledger.entry e WHERE e.txn_id = ${txn}.id AND e.month = ${txn}.month AND e.account_id = ${CLEARING})`;
/** Joins it as `clearing`: in a condition it would count in the cost of each join, and with many months misguide the planner. */
const joinClearingAmount = (txn: string) =>
  `LEFT JOIN LATERAL (SELECT ${selectClearingAmount(txn)} AS amount OFFSET 0) clearing ON true`;
const CLEARING = `(SELECT id FROM ledger.account WHERE code = 'provider_clearing')`;

/** What milestones, orders and payments must agree on with the ledger. Numbered as in docs/money.md, "Invariants". */
export const invariants: readonly Invariant[] = [
  {
    id: 6,
    name: 'the escrow account of a milestone without money is empty',
    distant: [MILESTONES],
    sql: (since) => `SELECT * FROM (${selectEscrow(since)}) m
      WHERE m.fund_state IN ('unfunded', 'funding_pending', 'released', 'refund_pending', 'refunded') AND m.escrow_paise <> 0`,
  },
  {
    id: 7,
    name: "a funded milestone's escrow account, plus what banks debited, is its amount and its order's amount",
    distant: [MILESTONES],
    sql: (
      since,
    ) => `SELECT m.*, o.id AS order_id, o.amount_paise AS order_paise FROM (${selectEscrow(since)}) m
      LEFT JOIN escrow_order o ON o.milestone_id = m.id AND o.state = 'applied'
      WHERE m.fund_state IN ('funded', 'accepted')
        AND (m.escrow_paise + m.charged_back_paise <> m.amount_paise OR o.amount_paise IS DISTINCT FROM m.amount_paise)`,
  },
  {
    id: 8,
    name: 'an applied order has exactly one applied payment, of its own amount, and no other order has any',
    sql: (
      since,
    ) => `SELECT o.id, o.state, o.amount_paise, count(p.payment_id) AS payments, sum(p.amount_paise) AS paid_paise
      FROM ${selectOrders(since)} o LEFT JOIN payment p ON p.order_id = o.id AND p.applied
      GROUP BY o.id, o.state, o.amount_paise
      HAVING CASE WHEN o.state = 'applied' THEN count(p.payment_id) <> 1 OR sum(p.amount_paise) <> o.amount_paise
        ELSE count(p.payment_id) > 0 END`,
  },
  {
    id: 9,
    name: 'no milestone paid out more than it received',
    // A night adds the new entries to what was there before them; invariant 4 checks that.
    sql: (since) =>
      since === null
        ? `SELECT a.code, sum(-e.amount) FILTER (WHERE e.amount < 0) AS paid_in, sum(e.amount) FILTER (WHERE e.amount > 0) AS given_out
          FROM ledger.account a JOIN ${LINES} e ON e.account_id = a.id
          WHERE a.code LIKE 'escrow:%'
          GROUP BY a.id, a.code HAVING sum(e.amount) > 0`
        : `SELECT code, before_paise, paid_in, given_out FROM (
            SELECT a.code, sum(-e.amount) FILTER (WHERE e.amount < 0) AS paid_in,
              sum(e.amount) FILTER (WHERE e.amount > 0) AS given_out, sum(e.amount) AS amount,
              (array_agg(e.balance_after - a.normal_side * e.amount ORDER BY e.account_version))[1] AS before_paise
            FROM ${selectEntries(since)} e JOIN ledger.account a ON a.id = e.account_id
            WHERE a.code LIKE 'escrow:%' GROUP BY a.id, a.code
          ) sums WHERE amount > before_paise`,
  },
  {
    id: 11,
    name: 'every payment has its transaction of the same amount, and every such transaction its payment',
    sql: (since) => `SELECT p.payment_id, t.idempotency_key, p.amount_paise, clearing.amount
      FROM ${selectPayments(since)} p
      LEFT JOIN ledger.txn t ON t.idempotency_key = 'payment:' || p.provider || ':' || p.payment_id
      ${joinClearingAmount('t')}
      WHERE t.id IS NULL OR p.order_id IS DISTINCT FROM t.order_id
        OR clearing.amount IS DISTINCT FROM p.amount_paise AND NOT ${isArchived('t')}
        OR t.kind <> CASE WHEN p.applied THEN 'payment_verified' ELSE 'payment_unapplied' END
      UNION ALL
      SELECT NULL, t.idempotency_key, NULL, NULL FROM ${selectTxns(since)} t
      WHERE t.kind IN ('payment_verified', 'payment_unapplied')
        AND NOT EXISTS (SELECT FROM payment p WHERE t.idempotency_key = 'payment:' || p.provider || ':' || p.payment_id
          AND p.payment_id = t.payment_id)`,
  },
  {
    id: 12,
    name: 'provider_clearing is the sum of payments, less refunds, chargebacks and settlements',
    // A night compares record by record; invariants 11 and 19 compare payments and settlements.
    sql: (since) =>
      since === null
        ? `SELECT clearing, expected FROM (
            SELECT ${selectPlatformBalance(since, 'provider_clearing')} AS clearing,
              coalesce((SELECT sum(amount_paise) FROM payment), 0)
                - coalesce((SELECT sum(amount_paise) FROM refund WHERE state = 'succeeded'), 0)
                - coalesce((SELECT sum(escrow_paise + receivable_paise) FROM chargeback), 0)
                - coalesce((SELECT sum(settled_paise + fee_paise + gst_paise) FROM settlement WHERE state = 'received'), 0)
                AS expected
          ) sums WHERE clearing <> expected`
        : selectClearingFaults(since),
  },
  {
    id: 15,
    name: 'every refund in progress is in its refund account',
    sql: (since) => `SELECT r.id, r.state, r.amount_paise, coalesce(a.balance, 0) AS balance
      FROM ${selectRefunds(since)} r LEFT JOIN ledger.account a ON a.code = 'refund:' || r.id
      WHERE coalesce(a.balance, 0) <> CASE r.state WHEN 'succeeded' THEN 0 ELSE r.amount_paise END`,
  },
  {
    id: 16,
    name: 'a cancelled job holds no money, and an ending one awaits none',
    distant: [MILESTONES, JOBS],
    sql: (
      since,
    ) => `SELECT m.id, m.fund_state FROM ${selectMilestonesWithJobs(since)} m JOIN job ON job.id = m.job_id
      WHERE job.state = 'cancelled' AND m.fund_state IN ('funding_pending', 'funded', 'accepted')
        OR job.state = 'ending' AND m.fund_state = 'funding_pending'`,
  },
  {
    id: 14,
    name: 'no milestone on hold is released or being refunded',
    distant: [MILESTONES],
    sql: (since) => `SELECT id, fund_state FROM ${selectMilestones(since)} m
      WHERE on_hold AND fund_state IN ('released', 'refund_pending', 'refunded')`,
  },
  {
    id: 17,
    name: 'what banks debited beyond escrow is receivable or written off, and its milestone is on hold while a bank decides',
    distant: [MILESTONES],
    sql: (since) => `SELECT NULL::text AS chargeback_id, booked, expected FROM (
        SELECT ${selectPlatformBalance(since, 'chargeback_receivable')} AS booked,
          coalesce((SELECT sum(receivable_paise - written_off_paise) FROM chargeback), 0) AS expected
        UNION ALL
        SELECT ${selectPlatformBalance(since, 'chargeback_loss')},
          coalesce((SELECT sum(written_off_paise) FROM chargeback), 0)
      ) sums WHERE booked <> expected
      UNION ALL
      SELECT c.chargeback_id, c.escrow_paise, c.amount_paise FROM chargeback c
      JOIN milestone m ON m.id = c.milestone_id
      JOIN payment p ON p.provider = c.provider AND p.payment_id = c.payment_id
      WHERE c.state = 'open' AND p.applied AND m.fund_state IN ('funded', 'accepted') AND NOT m.on_hold`,
  },
  {
    id: 18,
    name: 'the accounts of the deductions contain the deductions from releases and nothing else',
    distant: [MILESTONES],
    // A night compares each transaction with the deductions of its milestones.
    sql: (since) =>
      since === null
        ? `SELECT account, posted, kept FROM (
            SELECT d.account, d.kept, coalesce(-sum(e.amount) FILTER (WHERE coalesce(e.kind, t.kind) IN ('release', 'dispute_split', 'split_agreed')), 0) AS posted
            FROM (SELECT unnest(ARRAY['fee_income', 'tds_payable', 'welfare_payable']) AS account,
                unnest(ARRAY[coalesce(sum(fee_paise), 0), coalesce(sum(tds_paise), 0), coalesce(sum(welfare_paise), 0)]) AS kept
              FROM deduction) d
            JOIN ledger.account a ON a.code = d.account
            LEFT JOIN ${LINES} e ON e.account_id = a.id
            LEFT JOIN ledger.txn t ON t.id = e.txn_id
            GROUP BY d.account, d.kept
          ) sums WHERE posted <> kept`
        : selectDeductionFaults(since),
  },
  {
    id: 19,
    name: 'every settlement has its transaction of the same amounts, and every such transaction its settlement',
    // There is a settlement a day: all of them are compared every night.
    sql: (since) => `SELECT s.settlement_id, t.idempotency_key, s.settled_paise, posted.bank
      FROM settlement s
      LEFT JOIN ledger.txn t ON t.idempotency_key = 'settlement:' || s.provider || ':' || s.settlement_id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(e.amount) FILTER (WHERE a.code = 'bank'), 0) AS bank,
          coalesce(sum(e.amount) FILTER (WHERE a.code = 'fee_expense'), 0) AS fee,
          coalesce(sum(e.amount) FILTER (WHERE a.code = 'gst_input'), 0) AS gst
        FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
        WHERE e.txn_id = t.id AND e.month = t.month) posted ON true
      WHERE t.kind IS DISTINCT FROM 'provider_settled'
        OR NOT ${isArchived('t')} AND (posted.bank, posted.fee, posted.gst) IS DISTINCT FROM (s.settled_paise::numeric, s.fee_paise::numeric, s.gst_paise::numeric)
        OR (s.state = 'reversed') <> EXISTS (SELECT FROM ledger.txn r WHERE r.reverses = t.id)
      UNION ALL
      SELECT NULL, t.idempotency_key, NULL, NULL FROM ${selectTxns(since)} t
      WHERE t.kind = 'provider_settled' AND NOT EXISTS (
        SELECT FROM settlement s WHERE t.idempotency_key = 'settlement:' || s.provider || ':' || s.settlement_id)`,
  },
  {
    id: 26,
    name: 'each hold has an open dispute or a chargeback that was not won, and an open dispute holds its milestones',
    distant: [MILESTONES, DISPUTED],
    sql: (since) => `SELECT m.id, m.fund_state, m.on_hold FROM ${selectMilestones(since)} m
      CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM dispute_milestone d
        WHERE d.milestone_id = m.id AND d.lifted_at IS NULL) AS is_disputed) reason
      WHERE m.fund_state IN ('funded', 'accepted') AND CASE WHEN m.on_hold
        THEN NOT is_disputed AND NOT EXISTS (SELECT FROM chargeback c WHERE c.milestone_id = m.id AND c.state <> 'won')
        ELSE is_disputed END`,
  },
  {
    id: 27,
    name: 'every agreed split has its transaction of the same amounts, and every such transaction its split',
    distant: [SPLITS],
    sql: (
      since,
    ) => `SELECT t.idempotency_key AS record, posted.worker, s.worker_paise FROM ${selectTxns(since)} t
      LEFT JOIN split s ON t.idempotency_key = 'split:' || s.id || ':agreed' AND s.state = 'agreed'
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.amount) FILTER (WHERE a.code LIKE 'escrow:%'), 0)
          + coalesce(sum(e.amount) FILTER (WHERE a.code LIKE 'refund:%' OR a.code = 'charge_income'), 0) AS worker
        FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
        WHERE e.txn_id = t.id AND e.month = t.month) posted
      WHERE t.kind = 'split_agreed' AND (s.id IS NULL OR NOT ${isArchived('t')} AND posted.worker <> s.worker_paise)
      UNION ALL
      SELECT 'split ' || s.id, NULL, s.worker_paise FROM split s
      WHERE s.state = 'agreed' ${
        since === null
          ? ''
          : `AND s.id::text IN (SELECT subject_id FROM state_change WHERE id > ${since.lastChange} AND subject = 'split')`
      } AND NOT EXISTS (SELECT FROM ledger.txn t WHERE t.idempotency_key = 'split:' || s.id || ':agreed')`,
  },
  {
    id: 28,
    name: 'an open split is of started work that nobody holds, in an ending job',
    distant: [MILESTONES, JOBS, SPLITS],
    sql: (since) => `SELECT s.id, job.state, m.fund_state, m.work_state, m.on_hold
      FROM split s JOIN ${selectMilestonesWithJobs(since)} m ON m.job_id = s.job_id AND m.id = s.milestone_id
      JOIN job ON job.id = s.job_id
      WHERE s.closed_at IS NULL
        AND (job.state, m.fund_state, m.work_state, m.on_hold) IS DISTINCT FROM ('ending', 'funded', 'started', false)`,
  },
];

/** Milestones of jobs that changed state, and those that changed themselves. */
const selectMilestonesWithJobs = (since: Since) =>
  since === null
    ? 'milestone'
    : `(SELECT * FROM ${selectMilestones(since)} changed
        UNION SELECT * FROM milestone WHERE job_id IN (
          SELECT job_id FROM state_change WHERE id > ${since.lastChange} AND subject = 'job'))`;

/** Refunds and chargebacks that differ from their entries in provider_clearing, and entries of anything unknown. */
const selectClearingFaults = (since: VerifiedDay) => `
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
const selectDeductionFaults = (since: VerifiedDay) => `
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

/** What payments and settlements must agree on with the archived entries of their transactions, as in 11 and 19. */
export const archiveChecks: readonly ArchiveCheck[] = [
  {
    reason: 'a payment has another amount than its transaction',
    sql: `SELECT t.id FROM archived_txn t
      JOIN payment p ON t.idempotency_key = 'payment:' || p.provider || ':' || p.payment_id
      LEFT JOIN archived_entry e ON e.txn_id = t.id AND e.account_id = ${CLEARING}
      WHERE t.kind IN ('payment_verified', 'payment_unapplied') AND e.amount IS DISTINCT FROM p.amount_paise`,
  },
  {
    reason: 'a settlement has other amounts than its transaction',
    sql: `SELECT t.id FROM archived_txn t
      JOIN settlement s ON t.idempotency_key = 'settlement:' || s.provider || ':' || s.settlement_id
      LEFT JOIN archived_entry e ON e.txn_id = t.id LEFT JOIN ledger.account a ON a.id = e.account_id
      WHERE t.kind = 'provider_settled'
      GROUP BY t.id, s.provider, s.settlement_id
      HAVING coalesce(sum(e.amount) FILTER (WHERE a.code = 'bank'), 0) <> s.settled_paise
        OR coalesce(sum(e.amount) FILTER (WHERE a.code = 'fee_expense'), 0) <> s.fee_paise
        OR coalesce(sum(e.amount) FILTER (WHERE a.code = 'gst_input'), 0) <> s.gst_paise`,
  },
];
