import { selectAccounts, selectEntries, selectTxns } from './sources.ts';
import type { Invariant, VerifiedDay } from './verify.ts';

/** Computed from the raw entries; stored balances are only compared with them. */
export const invariants: readonly Invariant[] = [
  {
    id: 1,
    name: 'every transaction has at least two entries and sums to zero',
    sql: (since) => `SELECT t.id AS txn_id, count(e.seq) AS entries, sum(e.amount)::text AS sum
      FROM ${selectTxns(since)} t LEFT JOIN ${selectEntries(since)} e ON e.txn_id = t.id
      GROUP BY t.id HAVING count(e.seq) < 2 OR sum(e.amount) <> 0`,
  },
  {
    id: 2,
    name: 'all entries sum to zero',
    sql: (since) => `SELECT sum(amount)::text AS sum
      FROM (SELECT amount FROM ${selectEntries(since)} e${since ? ` UNION ALL ${selectSealed(since)}` : ''}) amounts
      HAVING sum(amount) <> 0`,
  },
  {
    id: 3,
    name: 'a stored balance is the sum of its entries, and its version is their count',
    // A night compares it with the account's last entry, and invariant 4 compares that one with those before it.
    sql: (since) =>
      since === null
        ? `SELECT a.code, a.balance, coalesce(sum(e.amount), 0)::text AS sum, a.version, count(e.seq) AS entries
          FROM ledger.account a LEFT JOIN ledger.entry e ON e.account_id = a.id
          WHERE NOT a.hot
          GROUP BY a.id
          HAVING a.balance <> a.normal_side * coalesce(sum(e.amount), 0) OR a.version <> count(e.seq)`
        : `SELECT a.code, a.balance, last.balance_after::text AS sum, a.version, last.account_version AS entries
          FROM ${selectAccounts(since)} a
          LEFT JOIN LATERAL (${selectEntryBefore('a.id', 'NULL')}) last ON true
          WHERE NOT a.hot
            AND (a.balance IS DISTINCT FROM last.balance_after OR a.version IS DISTINCT FROM last.account_version)`,
  },
  {
    id: 4,
    name: 'running balances have no gap',
    sql: (since) =>
      since === null
        ? `SELECT code, account_version, balance_after FROM (
            SELECT a.code, a.hot, e.account_version, e.balance_after,
              row_number() OVER history AS expected_version,
              a.normal_side * sum(e.amount) OVER history AS expected_balance
            FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
            WINDOW history AS (PARTITION BY a.id ORDER BY e.account_version ROWS UNBOUNDED PRECEDING)
          ) running
          WHERE CASE WHEN hot THEN account_version IS NOT NULL
            ELSE account_version IS DISTINCT FROM expected_version OR balance_after IS DISTINCT FROM expected_balance END`
        : `SELECT a.code, e.account_version, e.balance_after
          FROM ${selectEntries(since)} e JOIN ledger.account a ON a.id = e.account_id
          LEFT JOIN LATERAL (${selectEntryBefore('e.account_id', 'e.account_version')}) former ON NOT a.hot
          WHERE CASE WHEN a.hot THEN e.account_version IS NOT NULL
            ELSE e.account_version IS DISTINCT FROM coalesce(former.account_version, 0) + 1
              OR e.balance_after IS DISTINCT FROM coalesce(former.balance_after, 0) + a.normal_side * e.amount END`,
  },
  {
    id: 5,
    name: 'no guarded account is or was negative',
    sql: (since) => `SELECT a.code, a.balance, min(e.balance_after) AS lowest
      FROM ${selectAccounts(since)} a LEFT JOIN ${selectEntries(since)} e ON e.account_id = a.id
      WHERE a.guarded
      GROUP BY a.id, a.code, a.balance HAVING a.balance < 0 OR min(e.balance_after) < 0`,
  },
  {
    id: 20,
    name: 'the balances that were rolled up with each sealed day are the sums of the entries until then',
    sql: (since) => `WITH seal AS (
        SELECT day, last_txn FROM ledger.day_seal WHERE last_txn IS NOT NULL${since ? ` AND day > '${since.day}'` : ''}
      ), added AS (
        -- Numbers the seals, because finding the one of an entry by its range would compare each with each.
        SELECT width_bucket(e.txn_id - 1, (SELECT array_agg(DISTINCT last_txn ORDER BY last_txn) FROM seal)) AS seal_number,
          split_part(a.code, ':', 1) AS account, sum(e.amount) AS amount, count(*) AS entries
        FROM ${selectEntries(since)} e JOIN ledger.account a ON a.id = e.account_id
        GROUP BY 1, 2
      ), expected AS (
        SELECT seal.day, added.account, sum(added.amount) AS amount, sum(added.entries) AS entries
        FROM (SELECT day, dense_rank() OVER (ORDER BY last_txn) - 1 AS seal_number FROM seal) seal
        JOIN (SELECT * FROM added${since ? ` UNION ALL SELECT -1, account, amount, entries FROM (${selectSealed(since, '*')}) b` : ''}) added
          ON added.seal_number <= seal.seal_number
        GROUP BY 1, 2
      )
      SELECT day, account, stored.amount, stored.entries, expected.amount AS expected_amount,
        expected.entries AS expected_entries
      FROM expected
      FULL JOIN (SELECT b.* FROM ledger.sealed_balance b JOIN seal USING (day)) stored USING (day, account)
      WHERE (stored.amount, stored.entries) IS DISTINCT FROM (expected.amount, expected.entries)`,
  },
];

/** The balances that were rolled up with the last verified day. */
const selectSealed = ({ day }: VerifiedDay, columns = 'amount'): string =>
  `SELECT ${columns} FROM ledger.sealed_balance WHERE day = '${day}'`;

/** The entry of an account before that version; its last one when the version is NULL. */
const selectEntryBefore = (accountId: string, version: string): string =>
  `SELECT p.account_version, p.balance_after FROM ledger.entry p
    WHERE p.account_id = ${accountId} AND p.account_version IS NOT NULL
      ${version === 'NULL' ? '' : `AND p.account_version < ${version}`}
    ORDER BY p.account_version DESC LIMIT 1`;
