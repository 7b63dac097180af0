import { sql, type Selectable } from 'kysely';
import { withdrawalLifecycle } from '@fws/contract/payouts/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { WithdrawalTable } from '../../../platform/db/tables.ts';
import { writeSelectedTasks } from '../../../platform/outbox/index.ts';
import { createTransition } from '../../../platform/transition.ts';

export type WithdrawalRow = Selectable<WithdrawalTable>;

/** Allocates the id before the row is inserted, so that a posting the ledger refuses leaves no row behind. */
export async function allocateWithdrawalId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('withdrawal', 'id')) AS id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the sequence of withdrawals gave no id');
  return id;
}

export async function insertWithdrawal(
  tx: Tx,
  withdrawal: {
    id: number;
    transferId: string;
    userId: number;
    accountId: number;
    destination: string;
    amountPaise: number;
    now: Date;
  },
): Promise<WithdrawalRow> {
  return tx
    .insertInto('withdrawal')
    .values({
      id: withdrawal.id,
      transfer_id: withdrawal.transferId,
      user_id: withdrawal.userId,
      account_id: withdrawal.accountId,
      destination: withdrawal.destination,
      amount_paise: withdrawal.amountPaise,
      created_at: withdrawal.now,
      next_check_at: withdrawal.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findWithdrawal(db: Db, id: number): Promise<WithdrawalRow | null> {
  const row = await db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findWithdrawalId(db: Db | Tx, transferId: string): Promise<number | null> {
  const row = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('transfer_id', '=', transferId)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function loadWithdrawals(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Pick<WithdrawalRow, 'id' | 'destination' | 'utr'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('withdrawal')
    .select(['id', 'destination', 'utr'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listPendingWithdrawalIds(db: Db | Tx, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['requested', 'processing'])
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The newest first. */
export function listWithdrawals(db: Db, userId: number, limit: number): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawal')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function lockWithdrawal(tx: Tx, id: number): Promise<WithdrawalRow> {
  return tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** The caller must hold the lock of the withdrawal. */
export const transitionWithdrawals = createTransition({
  lifecycle: withdrawalLifecycle,
  table: 'withdrawal',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: Pick<WithdrawalRow, 'id' | 'state'>) => ({
    subject: 'withdrawal',
    subjectId: id,
    jobId: null,
  }),
});

/** When the withdrawal is sent and looked up next. */
export async function rescheduleWithdrawal(
  tx: Tx,
  id: number,
  change: Pick<WithdrawalRow, 'sending_until' | 'next_check_at'>,
): Promise<void> {
  await tx.updateTable('withdrawal').set(change).where('id', '=', id).execute();
}

/** Enqueues the withdrawals that waited during a payout pause, to run now. */
export async function enqueuePending(tx: Tx): Promise<void> {
  await writeSelectedTasks(
    tx,
    sql`SELECT 'advance_withdrawal', json_build_object('withdrawalId', id), 'withdrawal:' || id
      FROM withdrawal WHERE state IN ('requested', 'processing') ORDER BY id`,
  );
}

const OVERDUE_BATCH = 100;

/** Enqueues withdrawals that lost their task, the most overdue first. */
export async function enqueueOverdue(tx: Tx, before: Date): Promise<void> {
  await writeSelectedTasks(
    tx,
    sql`SELECT 'advance_withdrawal', json_build_object('withdrawalId', id), 'withdrawal:' || id
      FROM withdrawal WHERE next_check_at < ${before} ORDER BY next_check_at LIMIT ${OVERDUE_BATCH}`,
  );
}
