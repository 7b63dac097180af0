import type { Invariant } from '../ledger/index.ts';

const escrow = `SELECT m.id, m.job_id, m.fund_state, m.on_hold, m.amount_paise, coalesce(a.balance, 0) AS escrow_paise,
    coalesce((SELECT sum(c.escrow_paise) FROM chargeback c WHERE c.milestone_id = m.id), 0) AS charged_back_paise
  FROM milestone m LEFT JOIN ledger.account a ON a.code = 'escrow:' || m.id`;

/** What milestones, orders and payments must agree on with the ledger. Numbered as in docs/money.md, "Invariants". */
export const invariants: readonly Invariant[] = [
  {
    id: 6,
    name: 'the escrow account of a milestone without money is empty',
    sql: `SELECT * FROM (${escrow}) m
      WHERE m.fund_state IN ('unfunded', 'funding_pending', 'released', 'refund_pending', 'refunded') AND m.escrow_paise <> 0`,
  },
  {
    id: 7,
    name: "a funded milestone's escrow account, plus what banks debited, is its amount and its order's amount",
    sql: `SELECT m.*, o.id AS order_id, o.amount_paise AS order_paise FROM (${escrow}) m
      LEFT JOIN escrow_order o ON o.milestone_id = m.id AND o.state = 'applied'
      WHERE m.fund_state IN ('funded', 'accepted')
        AND (m.escrow_paise + m.charged_back_paise <> m.amount_paise OR o.amount_paise IS DISTINCT FROM m.amount_paise)`,
  },
  {
    id: 8,
    name: 'an applied order has exactly one applied payment, of its own amount, and no other order has any',
    sql: `SELECT o.id, o.state, o.amount_paise, count(p.payment_id) AS payments, sum(p.amount_paise) AS paid_paise
      FROM escrow_order o LEFT JOIN payment p ON p.order_id = o.id AND p.applied
      GROUP BY o.id
      HAVING CASE WHEN o.state = 'applied' THEN count(p.payment_id) <> 1 OR sum(p.amount_paise) <> o.amount_paise
        ELSE count(p.payment_id) > 0 END`,
  },
  {
    id: 9,
    name: 'no milestone paid out more than it received',
    sql: `SELECT a.code, sum(-e.amount) FILTER (WHERE e.amount < 0) AS paid_in, sum(e.amount) FILTER (WHERE e.amount > 0) AS given_out
      FROM ledger.account a JOIN ledger.entry e ON e.account_id = a.id
      WHERE a.code LIKE 'escrow:%'
      GROUP BY a.id HAVING sum(e.amount) > 0`,
  },
  {
    id: 11,
    name: 'every payment has its transaction of the same amount, and every such transaction its payment',
    sql: `SELECT p.payment_id, t.idempotency_key, p.amount_paise, e.amount
      FROM payment p
      FULL JOIN (SELECT * FROM ledger.txn WHERE kind IN ('payment_verified', 'payment_unapplied')) t
        ON t.idempotency_key = 'payment:' || p.provider || ':' || p.payment_id
      LEFT JOIN ledger.entry e ON e.txn_id = t.id
        AND e.account_id = (SELECT id FROM ledger.account WHERE code = 'provider_clearing')
      WHERE p.payment_id IS NULL OR t.id IS NULL OR e.amount IS DISTINCT FROM p.amount_paise
        OR p.applied <> (t.kind = 'payment_verified') OR p.order_id <> t.order_id`,
  },
  {
    id: 12,
    name: 'provider_clearing is the sum of payments, less refunds, chargebacks and settlements',
    sql: `SELECT clearing, expected FROM (
        SELECT (SELECT balance FROM ledger.balance WHERE code = 'provider_clearing') AS clearing,
          coalesce((SELECT sum(amount_paise) FROM payment), 0)
            - coalesce((SELECT sum(amount_paise) FROM refund WHERE state = 'succeeded'), 0)
            - coalesce((SELECT sum(escrow_paise + receivable_paise) FROM chargeback), 0)
            - coalesce((SELECT sum(settled_paise + fee_paise + gst_paise) FROM settlement WHERE state = 'received'), 0)
            AS expected
      ) sums WHERE clearing <> expected`,
  },
  {
    id: 15,
    name: 'every refund in progress is in its refund account',
    sql: `SELECT r.id, r.state, r.amount_paise, coalesce(a.balance, 0) AS balance
      FROM refund r LEFT JOIN ledger.account a ON a.code = 'refund:' || r.id
      WHERE coalesce(a.balance, 0) <> CASE r.state WHEN 'succeeded' THEN 0 ELSE r.amount_paise END`,
  },
  {
    id: 16,
    name: 'a cancelled job holds no money',
    sql: `SELECT m.id, m.fund_state FROM milestone m JOIN job ON job.id = m.job_id
      WHERE job.state = 'cancelled' AND m.fund_state IN ('funding_pending', 'funded', 'accepted')`,
  },
  {
    id: 14,
    name: 'no milestone on hold is released or being refunded',
    sql: `SELECT id, fund_state FROM milestone
      WHERE on_hold AND fund_state IN ('released', 'refund_pending', 'refunded')`,
  },
  {
    id: 17,
    name: 'what banks debited beyond escrow is receivable or written off, and its milestone is on hold while a bank decides',
    sql: `SELECT NULL::text AS chargeback_id, booked, expected FROM (
        SELECT (SELECT balance FROM ledger.balance WHERE code = 'chargeback_receivable') AS booked,
          coalesce((SELECT sum(receivable_paise - written_off_paise) FROM chargeback), 0) AS expected
        UNION ALL
        SELECT (SELECT balance FROM ledger.balance WHERE code = 'chargeback_loss'),
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
    sql: `SELECT account, posted, kept FROM (
        SELECT d.account, d.kept, coalesce(-sum(e.amount) FILTER (WHERE t.kind IN ('release', 'dispute_split')), 0) AS posted
        FROM (SELECT unnest(ARRAY['fee_income', 'tds_payable', 'welfare_payable']) AS account,
            unnest(ARRAY[coalesce(sum(fee_paise), 0), coalesce(sum(tds_paise), 0), coalesce(sum(welfare_paise), 0)]) AS kept
          FROM deduction) d
        JOIN ledger.account a ON a.code = d.account
        LEFT JOIN ledger.entry e ON e.account_id = a.id
        LEFT JOIN ledger.txn t ON t.id = e.txn_id
        GROUP BY d.account, d.kept
      ) sums WHERE posted <> kept`,
  },
  {
    id: 19,
    name: 'every settlement has its transaction of the same amounts, and every such transaction its settlement',
    sql: `SELECT s.settlement_id, t.idempotency_key, s.settled_paise, posted.bank
      FROM settlement s
      FULL JOIN (SELECT * FROM ledger.txn WHERE kind = 'provider_settled') t
        ON t.idempotency_key = 'settlement:' || s.provider || ':' || s.settlement_id
      LEFT JOIN LATERAL (
        SELECT coalesce(sum(e.amount) FILTER (WHERE a.code = 'bank'), 0) AS bank,
          coalesce(sum(e.amount) FILTER (WHERE a.code = 'fee_expense'), 0) AS fee,
          coalesce(sum(e.amount) FILTER (WHERE a.code = 'gst_input'), 0) AS gst
        FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id WHERE e.txn_id = t.id) posted ON true
      WHERE s.settlement_id IS NULL
        OR (posted.bank, posted.fee, posted.gst) IS DISTINCT FROM (s.settled_paise::numeric, s.fee_paise::numeric, s.gst_paise::numeric)
        OR (s.state = 'reversed' AND t.id IS NOT NULL) <> EXISTS (SELECT FROM ledger.txn r WHERE r.reverses = t.id)`,
  },
];
