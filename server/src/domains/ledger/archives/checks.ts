import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/index.ts';
import type { ArchivedMonth } from './store.ts';
import type { MerkleSeal } from '../seals/store.ts';
import { isArchived, isRead } from '../sources.ts';

/**
 * What must hold of the entries of an archived month, as the invariants do of those in the database. `sql` selects what
 * does not hold; it reads the entries from `archived_entry` and their transactions from `archived_txn`.
 */
export interface ArchiveCheck {
  reason: string;
  sql: string;
}

const CHECKS: readonly ArchiveCheck[] = [
  {
    reason: 'a transaction has less than two entries, or they do not sum to zero',
    sql: `SELECT t.id FROM archived_txn t LEFT JOIN archived_entry e ON e.txn_id = t.id AND e.month = t.month
      GROUP BY t.id HAVING count(e.seq) < 2 OR sum(e.amount) <> 0`,
  },
  {
    reason: 'it has an entry of another month',
    sql: 'SELECT e.txn_id FROM archived_entry e LEFT JOIN archived_txn t ON t.id = e.txn_id AND t.month = e.month WHERE t.id IS NULL',
  },
  {
    reason: 'running balances have a gap',
    sql: `SELECT account_id FROM (
        SELECT e.account_id, a.hot, e.account_version, e.balance_after, a.normal_side * e.amount AS added,
          lag(e.account_version) OVER history AS former_version, lag(e.balance_after) OVER history AS former_balance
        FROM archived_entry e JOIN ledger.account a ON a.id = e.account_id
        WINDOW history AS (PARTITION BY e.account_id ORDER BY e.account_version)
      ) entry
      WHERE CASE WHEN hot THEN account_version IS NOT NULL ELSE account_version IS NULL
        OR account_version <> former_version + 1 OR balance_after <> former_balance + added END`,
  },
  {
    reason: 'a guarded account was negative',
    sql: `SELECT e.account_id FROM archived_entry e JOIN ledger.account a ON a.id = e.account_id
      WHERE a.guarded AND e.balance_after < 0`,
  },
  {
    reason: 'what it brought into an account is not what the database keeps of it',
    sql: `SELECT account_id FROM (
        SELECT e.account_id, CASE WHEN a.hot THEN t.kind ELSE '' END AS kind, sum(e.amount) AS amount, count(*) AS entries,
          (array_agg(e.balance_after ORDER BY e.account_version DESC))[1] AS balance_after, max(e.account_version) AS account_version
        FROM archived_entry e JOIN ledger.account a ON a.id = e.account_id JOIN archived_txn t ON t.id = e.txn_id
        WHERE NOT ${isRead('a')} GROUP BY 1, 2
      ) entries
      FULL JOIN (SELECT * FROM ledger.archived_sum WHERE partition = (SELECT max(partition) FROM archived_entry)) kept
        USING (account_id, kind)
      WHERE (entries.amount, entries.entries, entries.balance_after, entries.account_version)
        IS DISTINCT FROM (kept.amount, kept.entries, kept.balance_after, kept.account_version)`,
  },
  {
    reason: 'the entries that stayed in the database are not its own',
    sql: `SELECT txn_id FROM (
        SELECT e.* FROM archived_entry e JOIN ledger.account a ON a.id = e.account_id WHERE ${isRead('a')}
      ) own
      FULL JOIN (SELECT e.*, true AS stayed FROM ledger.entry e JOIN archived_txn t ON t.id = e.txn_id AND t.month = e.month) kept
        USING (txn_id, seq)
      WHERE (own.account_id, own.amount, own.balance_after, own.account_version, own.month)
        IS DISTINCT FROM (kept.account_id, kept.amount, kept.balance_after, kept.account_version, kept.month)`,
  },
];

/** Which of the checks fail. Only this month may be loaded. */
export async function findArchiveFaults(
  tx: Tx,
  month: ArchivedMonth,
  others: readonly ArchiveCheck[],
): Promise<string[]> {
  await sql
    .raw(`CREATE TEMPORARY TABLE archived_txn ON COMMIT DROP AS SELECT * FROM ledger.txn
    WHERE id BETWEEN ${month.firstTxn} AND ${month.lastTxn}
      AND month >= '${month.starts}' AND month < '${month.ends}'`)
    .execute(tx);
  // A planner without statistics would join them row by row.
  await sql`ANALYZE pg_temp.archived_entry, pg_temp.archived_txn`.execute(tx);
  const faults: string[] = [];
  for (const check of [...CHECKS, ...others]) {
    const { rows } = await sql.raw(`SELECT FROM (${check.sql}) faults LIMIT 1`).execute(tx);
    if (rows.length > 0) faults.push(check.reason);
  }
  return faults;
}

/** Whether the balances that were rolled up with a day are those of the day before and its entries. */
export async function isRolledUp(tx: Tx, seal: MerkleSeal): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT account, sum(amount) AS amount, sum(entries) AS entries FROM (
        SELECT account, amount, entries FROM ledger.sealed_balance WHERE day = ${seal.day}::date - 1
        UNION ALL
        SELECT split_part(a.code, ':', 1), e.amount, 1 FROM (
          SELECT txn_id, account_id, amount FROM pg_temp.archived_entry
          UNION ALL SELECT txn_id, account_id, amount FROM ledger.entry live WHERE NOT ${sql.raw(isArchived('live'))}
        ) e JOIN ledger.account a ON a.id = e.account_id
        WHERE e.txn_id > ${sql.lit(seal.after_txn)} AND e.txn_id <= ${sql.lit(seal.last_txn)}
      ) parts GROUP BY account
    ) expected
    FULL JOIN (SELECT * FROM ledger.sealed_balance WHERE day = ${seal.day}) stored USING (account)
    WHERE (expected.amount, expected.entries) IS DISTINCT FROM (stored.amount::numeric, stored.entries::numeric)
    LIMIT 1`.execute(tx);
  return rows.length === 0;
}
