import { sql, type Selectable } from 'kysely';
import type { RestoreComparison } from '@fws/contract/admin/restore/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { BooksRunTable } from '../../../platform/db/tables.ts';

export type ComparisonRow = Pick<Selectable<BooksRunTable>, 'id' | 'asked_at' | 'finished_at'> & {
  asked_by: string;
  result: RestoreComparison | null;
  is_running: boolean;
};

/** The newest finished comparison, or the unfinished one while none has finished. */
export async function findNewestComparison(db: Db | Tx): Promise<ComparisonRow | null> {
  const { rows } = await sql<ComparisonRow>`
    SELECT run.id, run.asked_at, run.finished_at, run.result,
      coalesce(rtrim(first_name || ' ' || last_name), '') AS asked_by,
      EXISTS (SELECT FROM books_run WHERE kind = 'after_restore' AND finished_at IS NULL) AS is_running
    FROM books_run run LEFT JOIN user_account ON user_account.id = run.asked_by
    WHERE run.kind = 'after_restore'
    ORDER BY run.finished_at IS NULL, run.id DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return row ? { ...row, result: isReadable(row.result) ? row.result : null } : null;
}

/** False for a result that an older version stored in another format: the comparison must run again. */
const isReadable = (result: RestoreComparison | null): boolean =>
  result?.checked.statementLines !== undefined;

export async function findLastReopenedAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('database_restore')
    .select(({ fn }) => fn.max('reopened_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

interface WaitingSum {
  count: number;
  paise: number;
}

/** The money that is sent once payouts are reopened. */
export async function sumWaitingPayouts(
  db: Db | Tx,
): Promise<{ withdrawals: WaitingSum; refunds: WaitingSum }> {
  const sumWaiting = async (
    table: 'withdrawal' | 'refund',
    states: readonly string[],
  ): Promise<WaitingSum> => {
    const { rows } = await sql<WaitingSum>`
      SELECT count(*)::int AS count, coalesce(sum(amount_paise), 0)::bigint AS paise
      FROM ${sql.table(table)} WHERE state IN (${sql.join(states)})`.execute(db);
    return rows[0] ?? { count: 0, paise: 0 };
  };
  return {
    withdrawals: await sumWaiting('withdrawal', ['requested', 'processing']),
    refunds: await sumWaiting('refund', ['pending']),
  };
}
