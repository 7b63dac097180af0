import type { Invariant } from '../ledger/index.ts';

/** Invariants between withdrawals and the ledger, numbered as in docs/money.md. */
export const invariants: readonly Invariant[] = [
  {
    id: 10,
    name: "a withdrawal's account holds its amount while it is in progress, and nothing when it is final",
    sql: `SELECT w.id, w.state, w.amount_paise, coalesce(a.balance, 0) AS set_aside_paise
      FROM withdrawal w LEFT JOIN ledger.account a ON a.code = 'withdrawal:' || w.id
      WHERE coalesce(a.balance, 0) <> CASE WHEN w.state IN ('requested', 'processing') THEN w.amount_paise ELSE 0 END
      UNION ALL
      SELECT NULL, 'no such withdrawal', NULL, a.balance FROM ledger.account a
      WHERE a.code LIKE 'withdrawal:%'
        AND NOT EXISTS (SELECT FROM withdrawal w WHERE a.code = 'withdrawal:' || w.id)`,
  },
  {
    id: 13,
    // The platform must pay in the costs of banks and the provider. `calculateCover` returns both sums.
    name: 'what we hold, plus what the platform still has to pay in for its own costs, covers what we owe',
    sql: `SELECT held_paise, costs_paise, owed_paise FROM (
        SELECT sum(balance) FILTER (WHERE code IN ('bank', 'payout_float', 'provider_clearing')) AS held_paise,
          sum(balance) FILTER (WHERE code IN ('fee_expense', 'gst_input', 'chargeback_receivable', 'chargeback_loss')) AS costs_paise,
          sum(balance) FILTER (WHERE code ~ '^(escrow|wallet|withdrawal|refund|unapplied):') AS owed_paise
        FROM ledger.balance
      ) sums WHERE held_paise + costs_paise < owed_paise`,
  },
  {
    id: 14,
    name: 'no withdrawal without a verified identity',
    sql: `SELECT w.id, w.user_id FROM withdrawal w JOIN user_account u ON u.id = w.user_id
      WHERE u.identity_name = ''`,
  },
];
