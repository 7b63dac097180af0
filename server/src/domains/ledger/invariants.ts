import { LINES, selectAccounts, selectEntries, selectTxns } from './sources.ts';
import type { Invariant, VerifiedDay } from './verification/service.ts';

/** Computed from the raw entries; stored balances are only compared with them. */
export const invariants: readonly Invariant[] = [
  {
    id: 1,
    name: 'every transaction has at least two entries and sums to zero',
    sql: (since) => `SELECT t.id AS txn_id, count(e.seq) AS entries, sum(e.amount)::text AS sum
      FROM ${selectTxns(since)} t LEFT JOIN ${selectEntries(since)} e ON e.txn_id = t.id AND e.month = t.month
      GROUP BY t.id HAVING count(e.seq) < 2 OR sum(e.amount) <> 0`,
  },
  {
    id: 2,
    name: 'all entries sum to zero',
    sql: (since) => `SELECT sum(amount)::text AS sum
      FROM (SELECT amount FROM ${since ? selectEntries(since) : LINES} e${since ? ` UNION ALL ${selectSealed(since)}` : ''}) amounts
      HAVING sum(amount) <> 0`,
  },
  {
    id: 3,
    name: 'a stored balance is the sum of its entries, and its version is their count',
    // A night compares it with the last of the account's new entries, and invariant 4 compares each with the one before it.
    sql: (since) =>
      since === null
        ? `SELECT a.code, a.balance, coalesce(sum(e.amount), 0)::text AS sum, a.version,
            coalesce(sum(e.entries), 0)::bigint AS entries
          FROM ledger.account a LEFT JOIN ${LINES} e ON e.account_id = a.id
          WHERE NOT a.hot
          GROUP BY a.id
          HAVING a.balance <> a.normal_side * coalesce(sum(e.amount), 0) OR a.version <> coalesce(sum(e.entries), 0)`
        : `SELECT a.code, a.balance, last.balance_after::text AS sum, a.version, last.account_version AS entries
          FROM (SELECT DISTINCT ON (account_id) account_id, balance_after, account_version FROM ${selectEntries(since)} e
            ORDER BY account_id, account_version DESC NULLS LAST) last
          JOIN ledger.account a ON a.id = last.account_id
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
              sum(e.entries) OVER history AS expected_version,
              a.normal_side * sum(e.amount) OVER history AS expected_balance
            FROM ${LINES} e JOIN ledger.account a ON a.id = e.account_id
            WINDOW history AS (PARTITION BY a.id ORDER BY e.account_version ROWS UNBOUNDED PRECEDING)
          ) running
          WHERE CASE WHEN hot THEN account_version IS NOT NULL
            ELSE account_version IS DISTINCT FROM expected_version OR balance_after IS DISTINCT FROM expected_balance END`
        : `SELECT a.code, e.account_version, e.balance_after
          FROM (SELECT account_id, account_version, balance_after, amount, month,
              lag(account_version) OVER history AS former_version, lag(balance_after) OVER history AS former_balance
            FROM ${selectEntries(since)} e WINDOW history AS (PARTITION BY account_id ORDER BY account_version)) e
          JOIN ledger.account a ON a.id = e.account_id
          -- Only the first of an account's new entries follows an older one, and the first of all follows none.
          LEFT JOIN LATERAL (SELECT * FROM (${selectEntryBefore('e')}) p
            WHERE e.former_version IS NULL AND e.account_version > 1 OFFSET 0) older ON true
          WHERE CASE WHEN a.hot THEN e.account_version IS NOT NULL
            ELSE e.account_version IS DISTINCT FROM coalesce(e.former_version, older.account_version, 0) + 1
              OR e.balance_after IS DISTINCT FROM coalesce(e.former_balance, older.balance_after, 0) + a.normal_side * e.amount END`,
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
      ), archived AS (
        -- Days with archived entries are checked with their archive: here they bring what was rolled up with them.
        SELECT s.day, s.after_txn, s.last_txn FROM ledger.day_seal s JOIN month_partition m ON m.table_name = 'ledger.entry'
          AND m.stage <> 'attached' AND s.after_txn < m.last_txn AND s.last_txn >= m.first_txn
        WHERE s.last_txn IS NOT NULL${since ? ' AND false' : ''}
      ), added AS (
        -- Numbers the seals, because finding the one of an entry by its range would compare each with each.
        SELECT width_bucket(e.txn_id - 1, (SELECT array_agg(DISTINCT last_txn ORDER BY last_txn) FROM seal)) AS seal_number,
          split_part(a.code, ':', 1) AS account, sum(e.amount) AS amount, count(*) AS entries
        FROM ${selectEntries(since)} e JOIN ledger.account a ON a.id = e.account_id
        WHERE NOT EXISTS (SELECT FROM archived WHERE e.txn_id > archived.after_txn AND e.txn_id <= archived.last_txn)
        GROUP BY 1, 2
        UNION ALL
        SELECT width_bucket(archived.last_txn - 1, (SELECT array_agg(DISTINCT last_txn ORDER BY last_txn) FROM seal)),
          b.account, b.amount - coalesce(former.amount, 0), b.entries - coalesce(former.entries, 0)
        FROM (SELECT DISTINCT day, last_txn FROM archived) archived
        JOIN ledger.sealed_balance b USING (day)
        LEFT JOIN ledger.sealed_balance former ON former.day = b.day - 1 AND former.account = b.account
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

/** The entry of an account before this one. Looks at the newest months first, because most months are older. */
const selectEntryBefore = (entry: string): string => {
  const select = (table: string, months: string) =>
    `(SELECT p.account_version, p.balance_after FROM ${table} p
      WHERE p.account_id = ${entry}.account_id AND p.account_version < ${entry}.account_version AND ${months}
      ORDER BY p.account_version DESC LIMIT 1)`;
  const monthBefore = `(${entry}.month - interval '1 month')::date`;
  return `${select('ledger.entry', `p.month = ${entry}.month`)} UNION ALL ${select('ledger.entry', `p.month = ${monthBefore}`)}
    UNION ALL ${select('ledger.entry', `p.month < ${monthBefore}`)} UNION ALL ${select('ledger.archived_sum', 'true')} LIMIT 1`;
};
