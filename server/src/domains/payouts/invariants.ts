import { sources, type Invariant, type VerifiedDay } from '../ledger/index.ts';

const { selectAccounts, selectBalances, selectRecords } = sources;

const selectWithdrawals = (since: VerifiedDay | null) =>
  selectRecords(since, 'withdrawal', {
    subject: 'withdrawal',
    account: 'withdrawal',
    id: 'bigint',
    inProgress: `state IN ('requested', 'processing')`,
  });

/** Invariants between withdrawals and the ledger, numbered as in docs/money.md. */
export const invariants: readonly Invariant[] = [
  {
    id: 10,
    name: "a withdrawal's account holds its amount while it is in progress, and nothing when it is final",
    sql: (since) => `SELECT w.id, w.state, w.amount_paise, coalesce(a.balance, 0) AS set_aside_paise
      FROM ${selectWithdrawals(since)} w LEFT JOIN ledger.account a ON a.code = 'withdrawal:' || w.id
      WHERE coalesce(a.balance, 0) <> CASE WHEN w.state IN ('requested', 'processing') THEN w.amount_paise ELSE 0 END
      UNION ALL
      SELECT NULL, 'no such withdrawal', NULL, a.balance FROM ${selectAccounts(since)} a
      WHERE a.code LIKE 'withdrawal:%'
        AND NOT EXISTS (SELECT FROM withdrawal w WHERE a.code = 'withdrawal:' || w.id)`,
  },
  {
    id: 13,
    // The platform must pay in the costs of banks and the provider. `calculateCover` returns both sums.
    name: 'what we hold, plus what the platform still has to pay in for its own costs, covers what we owe',
    sql: (since) => `SELECT held_paise, costs_paise, owed_paise FROM (
        SELECT coalesce(sum(amount) FILTER (WHERE account IN ('bank', 'payout_float', 'provider_clearing')), 0) AS held_paise,
          coalesce(sum(amount) FILTER (WHERE account IN ('fee_expense', 'gst_input', 'chargeback_receivable', 'chargeback_loss')), 0)
            AS costs_paise,
          coalesce(-sum(amount) FILTER (WHERE account IN ('escrow', 'wallet', 'withdrawal', 'refund', 'unapplied')), 0) AS owed_paise
        FROM ${selectBalances(since)} balances
      ) sums WHERE held_paise + costs_paise < owed_paise`,
  },
  {
    id: 14,
    name: 'no withdrawal without a verified identity',
    sql: (
      since,
    ) => `SELECT w.id, w.user_id FROM ${selectWithdrawals(since)} w JOIN user_account u ON u.id = w.user_id
      WHERE u.identity_name = ''`,
  },
];
