import { sql, type Selectable } from 'kysely';
import type { BooksRunKind } from '@fws/contract/admin/books/model';
import type { MeasuresResult } from '@fws/contract/admin/books/schemas';
import type { StatementLine } from '../../reconciliation/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { BooksRunTable } from '../../../platform/db/tables.ts';

/** Returns the unfinished run of this kind, or creates one. */
export async function findOrCreateRun(
  tx: Tx,
  params: { kind: BooksRunKind; askedBy: number | null; statement?: StatementLine[] | undefined; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  const { kind, askedBy, statement, now } = params;
  const inserted = await tx
    .insertInto('books_run')
    .values({
      kind,
      asked_by: askedBy,
      asked_at: now,
      statement: statement ? JSON.stringify(statement) : null,
    })
    .onConflict((conflict) => conflict.column('kind').where('finished_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, isNew: true };
  const running = await tx
    .selectFrom('books_run')
    .select('id')
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { id: running.id, isNew: false };
}

export async function finishRun(tx: Tx, id: number, result: unknown, now: Date): Promise<void> {
  await tx
    .updateTable('books_run')
    .set({ finished_at: now, result: JSON.stringify(result) })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

export interface OpenRun {
  kind: BooksRunKind;
  statement: StatementLine[] | null;
}

export async function findOpenRun(db: Db, id: number): Promise<OpenRun | null> {
  const run = await db
    .selectFrom('books_run')
    .select(['kind', 'statement'])
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return run ?? null;
}

/** Not finished only while the first run of its kind is not. */
export type RunRow = Omit<Selectable<BooksRunTable>, 'asked_by' | 'statement'> & {
  asked_by: string;
  /** True while a run of this kind is unfinished. */
  running: boolean;
};

/** Lists the newest finished run of each kind, or the unfinished one while no run has finished. */
export async function listNewestRuns(db: Db): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT run.id, run.kind, run.asked_at, run.finished_at, run.result,
      coalesce(rtrim(first_name || ' ' || last_name), '') AS asked_by,
      EXISTS (SELECT FROM books_run other WHERE other.kind = run.kind AND other.finished_at IS NULL) AS running
    FROM unnest('{measures,invariants,trial_balance,reconciliation}'::text[]) AS known (kind)
    CROSS JOIN LATERAL (
      SELECT * FROM books_run WHERE books_run.kind = known.kind
      ORDER BY finished_at IS NULL, id DESC LIMIT 1) run
    LEFT JOIN user_account ON user_account.id = run.asked_by`.execute(db);
  return rows;
}

export async function deleteOldRuns(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('books_run').where('finished_at', '<', before).execute();
}

/**
 * Measures what the provider holds for us. The part above the payments received after `since` is overdue: it should have
 * been settled. Also counts the stored files.
 */
export async function calculateMeasures(db: Db | Tx, since: Date): Promise<MeasuresResult> {
  const { rows } = await sql<MeasuresResult>`
    WITH clearing AS (
      SELECT balance FROM ledger.balance WHERE code = 'provider_clearing'
    ), lately AS (
      SELECT coalesce(sum(amount_paise), 0)::bigint AS paise FROM payment WHERE received_at > ${since}
    ), files AS (
      SELECT count(*) AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM file
    )
    SELECT clearing.balance AS "clearingPaise", greatest(clearing.balance - lately.paise, 0) AS "overduePaise",
      files.count AS files, files.bytes AS "filesBytes"
    FROM clearing, lately, files`.execute(db);
  if (!rows[0]) throw new Error('ledger account provider_clearing is missing');
  return rows[0];
}

export interface TrialLine {
  account: string;
  accounts: number;
  open: number;
  balancePaise: number;
  normalSide: 1 | -1;
}

/** One line per kind of account. Accounts without a stored balance are summed from their entries. */
export async function calculateTrialBalance(db: Db | Tx): Promise<TrialLine[]> {
  const { rows } = await sql<TrialLine>`
    SELECT split_part(account.code, ':', 1) AS account, count(*) AS accounts,
      count(*) FILTER (WHERE held.balance <> 0) AS open, sum(held.balance)::bigint AS "balancePaise",
      account.normal_side::int AS "normalSide"
    FROM ledger.account JOIN ledger.balance held ON held.account_id = account.id
    GROUP BY 1, account.normal_side
    ORDER BY min(CASE account.class WHEN 'asset' THEN 1 WHEN 'liability' THEN 2 WHEN 'equity' THEN 3
      WHEN 'income' THEN 4 ELSE 5 END), 1`.execute(db);
  return rows;
}
