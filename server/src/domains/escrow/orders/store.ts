import { sql, type Selectable } from 'kysely';
import { orderLifecycle, type OrderState } from '@fws/contract/contracts/orders/lifecycle';
import { listStartStates } from '@fws/contract/platform/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';
import { toLiterals } from '../../../platform/db/literals.ts';
import type { EscrowOrderTable } from '../../../platform/db/tables.ts';
import { createTransition } from '../../../platform/transition.ts';
import { lockMilestoneContext, type LockedMilestone } from '../lock.ts';

export type OrderRow = Selectable<EscrowOrderTable>;

/** An order with the job and milestone it pays for. */
export interface OrderWithMilestoneRow extends OrderRow {
  milestone_id: number;
  poster_id: number;
  job_id: number;
  milestone_name: string;
  title: string;
}

/** The payer can still pay it. */
export const LIVE_STATES: readonly OrderState[] = listStartStates(orderLifecycle, 'terminate');

export async function findOrder(db: Db | Tx, id: string): Promise<OrderWithMilestoneRow | null> {
  const query = db
    .selectFrom('escrow_order')
    .innerJoin('milestone', 'milestone.id', 'escrow_order.milestone_id')
    .innerJoin('job', 'job.id', 'milestone.job_id')
    .selectAll('escrow_order')
    .select(['milestone.job_id', 'milestone.name as milestone_name', 'job.title'])
    .$narrowType<{ milestone_id: number; poster_id: number }>()
    .where('escrow_order.id', '=', id);
  const row = await onNodes(db, {
    one: () => query.executeTakeFirst(),
    several: async () => {
      // Leads to the job's node.
      const jobId = (await findBareOrder(db, id))?.job_id;
      return (jobId == null ? query : query.where('milestone.job_id', '=', jobId)).executeTakeFirst();
    },
  });
  return row ?? null;
}

/** Reads the order alone, also when a restored database lacks its milestone. */
export async function findBareOrder(db: Db | Tx, id: string): Promise<OrderRow | null> {
  const row = await db.selectFrom('escrow_order').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks the milestone that an order pays for, before the order itself. */
export async function lockOrderMilestone(tx: Tx, order: OrderWithMilestoneRow): Promise<LockedMilestone> {
  const { id, job_id: jobId, milestone_id: milestoneId } = order;
  const lockedMilestone = await lockMilestoneContext(tx, { jobId, milestoneId });
  if (!lockedMilestone) throw new Error(`order ${id} belongs to no contract`);
  return lockedMilestone;
}

/** The caller must hold the milestone lock. */
export function lockOrder(tx: Tx, id: string): Promise<OrderRow> {
  return tx
    .selectFrom('escrow_order')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** A unique index allows at most one for each milestone. The caller must hold the milestone locks. */
export async function lockLiveOrders(tx: Tx, milestoneIds: readonly number[]): Promise<OrderRow[]> {
  if (milestoneIds.length === 0) return [];
  return tx
    .selectFrom('escrow_order')
    .selectAll()
    .where('milestone_id', 'in', [...milestoneIds])
    .where('state', 'in', LIVE_STATES)
    .forNoKeyUpdate()
    .execute();
}

/** The same for one milestone. */
export async function lockLiveOrder(tx: Tx, milestoneId: number): Promise<OrderRow | null> {
  return (await lockLiveOrders(tx, [milestoneId]))[0] ?? null;
}

export async function findLiveOrderIds(
  db: Db | Tx,
  milestoneIds: readonly number[],
): Promise<Map<number, string>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('escrow_order')
    .select(['id', 'milestone_id'])
    .where('milestone_id', 'in', [...milestoneIds])
    .where('state', 'in', LIVE_STATES)
    .$narrowType<{ milestone_id: number }>()
    .execute();
  return new Map(rows.map((row) => [row.milestone_id, row.id]));
}

const UNCHECKED = { session_id: null, attempt_reason: null, attempt_id: null, checked_at: null };

export async function insertOrder(
  tx: Tx,
  order: Pick<
    OrderWithMilestoneRow,
    'id' | 'milestone_id' | 'poster_id' | 'job_id' | 'amount_paise' | 'provider' | 'expires_at' | 'created_at'
  >,
): Promise<void> {
  await tx
    .insertInto('escrow_order')
    .values({ ...order, ...UNCHECKED })
    .execute();
}

/**
 * Inserts an order that nobody can pay any more; its payments are still checked. False if an order with that id
 * exists.
 */
export async function insertEndedOrder(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'milestone_id' | 'poster_id' | 'job_id' | 'amount_paise' | 'provider'>,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('escrow_order')
    .values({ ...order, ...UNCHECKED, state: 'expired', expires_at: now, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The caller must hold the locks of the orders. */
export const transitionOrders = createTransition({
  lifecycle: orderLifecycle,
  table: 'escrow_order',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: Pick<OrderRow, 'id' | 'state'>) => ({ subject: 'order', subjectId: id, jobId: null }),
});

/** What a check found out besides the state. */
export type OrderCheck = Pick<
  OrderRow,
  'session_id' | 'attempt_id' | 'attempt_status' | 'attempt_reason' | 'checked_at'
>;

export async function saveOrderCheck(tx: Tx, id: string, check: OrderCheck): Promise<void> {
  await tx.updateTable('escrow_order').set(check).where('id', '=', id).execute();
}

/** The payer starts another attempt, so the result of the previous one is cleared. */
export async function resetAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('escrow_order')
    .set({ attempt_status: 'NOT_ATTEMPTED', attempt_reason: null })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('attempt_status', 'in', ['FAILED', 'USER_DROPPED', 'CANCELLED'])
    .execute();
}

/** A payment may still be found for these orders. */
const UNPAID_STATES = orderLifecycle.states.filter((state) => !orderLifecycle.final.includes(state));

/**
 * Orders that may have changed without a webhook, least recently checked first. The older an order is, the less often
 * it is checked, and for the last time two days after its end: until then a payment that was started in time may
 * succeed. An order that was never checked that late stays due, however long nothing ran.
 */
export async function listOrdersToCheck(db: Db | Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM escrow_order
    WHERE state IN (${toLiterals(UNPAID_STATES)})
      AND (checked_at IS NULL OR checked_at - expires_at < interval '2 days')
      AND created_at < ${now}::timestamptz - interval '1 minute'
      AND (checked_at IS NULL OR checked_at < ${now}::timestamptz
        - greatest(interval '1 minute', (${now}::timestamptz - created_at) / 20))
    ORDER BY checked_at NULLS FIRST, created_at
    LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

export async function listBookedPaymentIds(tx: Tx, orderId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('payment').select('payment_id').where('order_id', '=', orderId).execute();
  return new Set(rows.map((row) => row.payment_id));
}

export async function insertPayment(
  tx: Tx,
  payment: {
    provider: string;
    paymentId: string;
    orderId: string;
    amountPaise: number;
    applied: boolean;
    method: string;
    bankReference: string | null;
    receivedAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('payment')
    .values({
      provider: payment.provider,
      payment_id: payment.paymentId,
      order_id: payment.orderId,
      amount_paise: payment.amountPaise,
      applied: payment.applied,
      method: payment.method,
      bank_reference: payment.bankReference,
      received_at: payment.receivedAt,
      last_polled_at: payment.receivedAt,
    })
    .execute();
}

/** The payment that funded each milestone. */
export async function findAppliedPayments(
  tx: Tx,
  milestoneIds: readonly number[],
): Promise<Map<number, { orderId: string; paymentId: string }>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('escrow_order')
    .innerJoin('payment', 'payment.order_id', 'escrow_order.id')
    .select(['escrow_order.milestone_id', 'escrow_order.id as orderId', 'payment.payment_id as paymentId'])
    .where('escrow_order.milestone_id', 'in', [...milestoneIds])
    .where('escrow_order.state', '=', 'applied')
    .where('payment.applied', '=', true)
    .$narrowType<{ milestone_id: number }>()
    .execute();
  return new Map(rows.map(({ milestone_id, ...payment }) => [milestone_id, payment]));
}
