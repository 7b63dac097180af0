import { sources, type Invariant, type VerifiedDay } from '../ledger/index.ts';

const { selectAccounts, selectRecords } = sources;

const selectWithdrawals = (since: VerifiedDay | null) =>
  selectRecords(since, 'withdrawal', {
    subject: 'withdrawal',
    account: 'withdrawal',
    id: 'bigint',
    inProgress: `state IN ('requested', 'processing')`,
  });

/** Wallets with entries since then. */
const selectWallets = (since: VerifiedDay | null) =>
  `(SELECT split_part(a.code, ':', 2)::bigint AS user_id, a.balance FROM ${selectAccounts(since)} a
    WHERE a.code LIKE 'wallet:%')`;

/** Parts of withdrawals that could ask rests and holds, with what they were taken from. */
const selectParts = (since: VerifiedDay | null) =>
  `(SELECT p.*, r.user_id, r.rest_until, r.created_at AS released_at FROM release_part p
    JOIN wallet_release r ON r.id = p.release_id
    WHERE NOT p.is_late AND p.withdrawal_id IN (SELECT id FROM ${selectWithdrawals(since)} w))`;

/** Invariants of rests and releases, numbered as in docs/money.md. */
export const invariants: readonly Invariant[] = [
  {
    id: 21,
    name: "a wallet's balance is what is left of its releases",
    sql: (since) => `SELECT w.user_id, w.balance, coalesce(r.left_paise, 0) AS left_paise
      FROM ${selectWallets(since)} w
      LEFT JOIN LATERAL (SELECT sum(left_paise) AS left_paise FROM wallet_release r WHERE r.user_id = w.user_id) r ON true
      WHERE w.balance <> coalesce(r.left_paise, 0)`,
  },
  {
    id: 22,
    name: 'what is left of a release is its amount less what was taken out of it and not given back',
    sql: (since) => `SELECT r.id, r.amount_paise, r.left_paise, coalesce(taken.paise, 0) AS taken_paise
      FROM wallet_release r
      LEFT JOIN LATERAL (SELECT sum(p.amount_paise) AS paise FROM release_part p
        WHERE p.release_id = r.id AND p.returned_at IS NULL) taken ON true
      WHERE r.left_paise <> r.amount_paise - coalesce(taken.paise, 0)
        ${since === null ? '' : `AND r.user_id IN (SELECT user_id FROM ${selectWallets(since)} w)`}`,
  },
  {
    id: 23,
    name: 'a withdrawal in progress or paid took its amount from releases, and any other nothing',
    sql: (since) => `SELECT w.id, w.state, w.amount_paise, coalesce(taken.paise, 0) AS taken_paise
      FROM ${selectWithdrawals(since)} w
      LEFT JOIN LATERAL (SELECT sum(p.amount_paise) AS paise FROM release_part p
        WHERE p.withdrawal_id = w.id AND p.returned_at IS NULL) taken ON true
      WHERE coalesce(taken.paise, 0) <>
        CASE WHEN w.state IN ('requested', 'processing', 'paid') THEN w.amount_paise ELSE 0 END`,
  },
  {
    id: 24,
    name: 'nothing was withdrawn that rested or was on hold',
    sql: (
      since,
    ) => `SELECT p.id, p.withdrawal_id, p.release_id, p.taken_at, p.rest_until FROM ${selectParts(since)} p
      WHERE p.taken_at < p.rest_until
        OR EXISTS (SELECT FROM release_hold h WHERE h.release_id = p.release_id AND h.held_event < p.taken_event
          AND (h.lifted_event IS NULL OR h.lifted_event > p.taken_event))`,
  },
  {
    id: 25,
    name: 'a withdrawal took from the oldest releases that could be withdrawn',
    sql: (since) => `SELECT p.withdrawal_id, p.release_id, older.id AS older_release_id
      FROM ${selectParts(since)} p
      JOIN wallet_release older ON older.user_id = p.user_id AND older.id < p.release_id
        AND older.rest_until <= p.taken_at
      WHERE NOT EXISTS (SELECT FROM release_hold h WHERE h.release_id = older.id AND h.held_event < p.taken_event
          AND (h.lifted_event IS NULL OR h.lifted_event > p.taken_event))
        AND older.amount_paise > coalesce((SELECT sum(q.amount_paise) FROM release_part q
          WHERE q.release_id = older.id
            AND (q.taken_event < p.taken_event OR q.withdrawal_id = p.withdrawal_id)
            AND (q.returned_event IS NULL OR q.returned_event > p.taken_event)), 0)`,
  },
];
