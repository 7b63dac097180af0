import { sources, type ArchiveCheck, type Invariant } from '../ledger/index.ts';
import {
  CLEARING,
  DISPUTED,
  JOBS,
  MILESTONES,
  SPLITS,
  joinClearingAmount,
  selectEscrow,
  selectMilestones,
  selectOrders,
  selectPayments,
  selectRefunds,
  selectClearingFaults,
  selectDeductionFaults,
  selectMilestonesWithJobs,
} from './invariant-records.ts';

const { isArchived, LINES, selectEntries, selectPlatformBalance, selectTxns } = sources;

/** What milestones, orders and payments must agree on with the ledger. Numbered as in docs/money.md, "Invariants". */
export const invariants: readonly Invariant[] = [
  {
    id: 6,
    name: 'the escrow account of a milestone without money is empty',
    distant: [MILESTONES],
    sql: (since) => `SELECT * FROM (${selectEscrow(since)}) m
      WHERE m.fund_state IN ('unfunded', 'removed', 'funding_pending', 'released', 'refund_pending', 'refunded') AND m.escrow_paise <> 0`,
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
    name: 'each hold has an open dispute or a chargeback of its payment that was not won, and an open dispute holds its milestones',
    distant: [MILESTONES, DISPUTED],
    sql: (since) => `SELECT m.id, m.fund_state, m.on_hold FROM ${selectMilestones(since)} m
      CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM dispute_milestone d
        WHERE d.milestone_id = m.id AND d.lifted_at IS NULL) AS is_disputed) reason
      WHERE m.fund_state IN ('funded', 'accepted') AND CASE WHEN m.on_hold
        THEN NOT is_disputed AND NOT EXISTS (SELECT FROM chargeback c JOIN payment USING (provider, payment_id)
          WHERE c.milestone_id = m.id AND c.state <> 'won' AND applied)
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
