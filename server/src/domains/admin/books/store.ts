import { sql } from 'kysely';
import type { BooksRunKind, MeasuresResult } from '@fws/contract/admin/books/model';
import type { StatementLine } from '../../reconciliation/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** The run that is under way, or a new one. */
export async function openRun(
  tx: Tx,
  asked: { kind: BooksRunKind; askedBy: number | null; statement?: StatementLine[] | undefined; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  const { kind, askedBy, statement, now } = asked;
  const opened = await tx
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
  if (opened) return { id: opened.id, isNew: true };
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

export async function openRunById(db: Db, id: number): Promise<OpenRun | null> {
  const run = await db
    .selectFrom('books_run')
    .select(['kind', 'statement'])
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return run ?? null;
}

export interface RunRow {
  id: number;
  kind: BooksRunKind;
  asked_at: Date;
  asked_by: string;
  /** When the newest that has ended did. */
  finished_at: Date | null;
  result: unknown;
  /** A newer one is under way. */
  running: boolean;
}

/** Of each kind the newest that has ended, or the first while none has. */
export async function newestRuns(db: Db): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT run.id, run.kind, run.asked_at, run.finished_at, run.result,
      coalesce(first_name || ' ' || last_name, '') AS asked_by,
      EXISTS (SELECT FROM books_run other WHERE other.kind = run.kind AND other.finished_at IS NULL) AS running
    FROM unnest('{measures,invariants,trial_balance,reconciliation}'::text[]) AS known (kind)
    CROSS JOIN LATERAL (
      SELECT * FROM books_run WHERE books_run.kind = known.kind
      ORDER BY finished_at IS NULL, id DESC LIMIT 1) run
    LEFT JOIN user_account ON user_account.id = run.asked_by`.execute(db);
  return rows;
}

/** Only the newest few are looked at. */
export async function forgetRuns(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('books_run').where('finished_at', '<', before).execute();
}

/** What the provider holds of ours, and how much of it is more than the payments of the last days: that is overdue. */
export async function measure(db: Db | Tx, since: Date): Promise<MeasuresResult> {
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
  if (!rows[0]) throw new Error('there is no provider_clearing');
  return rows[0];
}

export interface TrialLine {
  account: string;
  accounts: number;
  open: number;
  balancePaise: number;
  normalSide: 1 | -1;
}

/** From what the accounts store, and the entries of those that store nothing: a kind a line. */
export async function trialBalance(db: Db | Tx): Promise<TrialLine[]> {
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
