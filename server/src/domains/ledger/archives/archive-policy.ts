import type { ArchivePolicy } from '../../../platform/months/index.ts';
import { isRead } from '../sources.ts';

/**
 * How months of entries leave the database: only what is sealed and verified, the oldest first. What people's
 * pages read stays, and of all other accounts their sums. */
export const entryArchivePolicy: ArchivePolicy = {
  orderBy: ['txn_id', 'seq'],

  async findObstacle(owner, { partition, ends }) {
    const { rows } = await owner.query<{ obstacle: string | null }>(
      `WITH verified AS (
        SELECT v.day, s.last_txn FROM ledger.verified_day v JOIN ledger.day_seal s USING (day)
        WHERE s.algorithm = 'merkle' AND s.hash = v.hash ORDER BY v.day DESC LIMIT 1
      )
      SELECT CASE
        WHEN NOT EXISTS (SELECT FROM verified WHERE day >= $2::date - 1
          AND last_txn >= (SELECT coalesce(max(txn_id), 0) FROM ledger.${partition}))
          THEN 'not all of its days are sealed and verified'
        WHEN EXISTS (SELECT FROM public.ops_case WHERE kind = 'ledger_broken' AND resolved_at IS NULL)
          THEN 'a case "ledger_broken" is open'
        WHEN EXISTS (SELECT FROM public.month_partition WHERE table_name = 'ledger.entry' AND ends <= $1::date
          AND ends < $2::date AND stage = 'attached')
          THEN 'an older month is not archived yet'
      END AS obstacle`,
      [ends, ends],
    );
    return rows[0]?.obstacle ?? null;
  },

  async keepSums(owner, { partition }) {
    await owner.query(
      `INSERT INTO ledger.archived_sum (partition, account_id, kind, amount, entries, balance_after, account_version)
      SELECT $1, e.account_id, CASE WHEN a.hot THEN t.kind ELSE '' END, sum(e.amount), count(*),
        (array_agg(e.balance_after ORDER BY e.account_version DESC))[1], max(e.account_version)
      FROM ledger.${partition} e
      JOIN ledger.account a ON a.id = e.account_id
      JOIN ledger.txn t ON t.id = e.txn_id
      WHERE NOT ${isRead('a')}
      GROUP BY e.account_id, 3`,
      [partition],
    );
    await owner.query(
      `UPDATE public.month_partition
        SET (first_txn, last_txn) = (SELECT min(txn_id), max(txn_id) FROM ledger.${partition})
        WHERE table_name = 'ledger.entry' AND partition = $1`,
      [partition],
    );
  },

  selectKept: ({ partition }) =>
    `SELECT e.* FROM ledger.${partition} e JOIN ledger.account a ON a.id = e.account_id WHERE ${isRead('a')}`,

  async dropSums(owner, { partition }) {
    await owner.query('DELETE FROM ledger.archived_sum WHERE partition = $1', [partition]);
    await owner.query(
      `UPDATE public.month_partition SET first_txn = NULL, last_txn = NULL
        WHERE table_name = 'ledger.entry' AND partition = $1`,
      [partition],
    );
  },

  async listSeals(owner, { partition }) {
    const { rows } = await owner.query<{ day: string; algorithm: string; entries: number; hash: string }>(
      `SELECT day::text, algorithm, entries::int, encode(hash, 'hex') AS hash FROM ledger.day_seal,
        (SELECT min(e.txn_id) AS first_txn, max(e.txn_id) AS last_txn, min(t.posted_at) AS first_at, max(t.posted_at) AS last_at
          FROM ledger.${partition} e JOIN ledger.txn t ON t.id = e.txn_id) range
      WHERE CASE algorithm
        WHEN 'merkle' THEN after_txn < range.last_txn AND day_seal.last_txn >= range.first_txn
        ELSE day BETWEEN (first_at AT TIME ZONE 'Asia/Kolkata')::date AND (last_at AT TIME ZONE 'Asia/Kolkata')::date END
      ORDER BY day`,
    );
    return rows;
  },
};
