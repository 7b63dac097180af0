import { sql, type Selectable } from 'kysely';
import { refundLifecycle } from '@fws/contract/contracts/refunds/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { RefundTable } from '../../../platform/db/tables.ts';
import { writeSelectedTasks } from '../../../platform/outbox/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { createTransition } from '../../../platform/transition.ts';

export type RefundRow = Selectable<RefundTable>;

/** False if a refund with that id exists. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<
    RefundRow,
    'id' | 'order_id' | 'payment_id' | 'milestone_id' | 'amount_paise' | 'reason' | 'created_at'
  > & { tries?: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('refund')
    .values({ ...refund, finished_at: null, next_check_at: refund.created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRefund(db: Db | Tx, id: string): Promise<RefundRow | null> {
  return (await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The refund of a payment that was not applied; null if there is none yet. */
export async function findUnappliedRefundId(
  db: Db | Tx,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .where('reason', '=', 'unapplied')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** How much of a payment was refunded or is being refunded. */
export async function sumRefunds(
  tx: Tx,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<number> {
  const row = await tx
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount_paise), 0)::bigint`.as('paise'))
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return row.paise;
}

/** Finds the refund by its own id or by the provider's id of one of its later tries ("ref_m7-2"). */
export async function findRefundIdByTry(db: Db | Tx, id: string): Promise<string | null> {
  const ids = [id, id.replace(/-\d+$/, '')];
  const rows = await db.selectFrom('refund').select('id').where('id', 'in', ids).execute();
  return rows.find((row) => row.id === id)?.id ?? rows[0]?.id ?? null;
}

/** The caller must first lock the milestone, if it changes that too. */
export function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  return tx.selectFrom('refund').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The caller must hold the lock of the refund. */
export const transitionRefunds = createTransition({
  lifecycle: refundLifecycle,
  table: 'refund',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: Pick<RefundRow, 'id' | 'state'>) => ({ subject: 'refund', subjectId: id, jobId: null }),
});

export async function scheduleRefundCheck(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ next_check_at: at })
    .where('id', '=', id)
    .where('state', '<>', 'succeeded')
    .execute();
}

/** Records a failed try, so that the next one is due. False if somebody else already did. */
export async function recordFailedTry(tx: Tx, id: string, failedTry: number): Promise<boolean> {
  const row = await tx
    .updateTable('refund')
    .set({ tries: failedTry + 1 })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('tries', '=', failedTry)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Runs the refund's next task now: it sends what the provider does not have and records the result. */
export const enqueueRefundCheck = (tx: Tx, refundId: string): Promise<void> =>
  enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });

/** Queues the refunds that waited while payouts were paused. */
export async function enqueuePendingRefunds(tx: Tx): Promise<void> {
  await writeSelectedTasks(
    tx,
    sql`SELECT 'check_refund', json_build_object('refundId', id, 'round', 0), 'refund:' || id
      FROM refund WHERE state = 'pending' ORDER BY created_at`,
  );
}

const OVERDUE_BATCH = 20;

/** Queues checks of refunds whose own task was lost, longest overdue first. */
export async function enqueueOverdueRefunds(tx: Tx, before: Date): Promise<void> {
  await writeSelectedTasks(
    tx,
    sql`SELECT 'check_refund', json_build_object('refundId', id, 'round', 0), 'refund:' || id
      FROM refund WHERE next_check_at < ${before} ORDER BY next_check_at LIMIT ${OVERDUE_BATCH}`,
  );
}

/** The same for unapplied payments whose refund was never created. */
export async function enqueueUnrefunded(tx: Tx, before: Date): Promise<void> {
  await writeSelectedTasks(
    tx,
    sql`SELECT 'refund_unapplied', json_build_object('orderId', order_id, 'paymentId', payment_id,
        'amountPaise', amount_paise), 'unapplied:' || payment_id
      FROM payment p
      WHERE NOT applied AND received_at < ${before}
        AND amount_paise > coalesce((SELECT sum(r.amount_paise) FROM refund r
          WHERE r.order_id = p.order_id AND r.payment_id = p.payment_id), 0)
      ORDER BY received_at LIMIT ${OVERDUE_BATCH}`,
  );
}
