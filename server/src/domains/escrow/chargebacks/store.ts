import { sql, type Selectable } from 'kysely';
import { chargebackLifecycle } from '@fws/contract/contracts/chargebacks/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { ChargebackTable } from '../../../platform/db/tables.ts';
import { createTransition } from '../../../platform/transition.ts';

export type ChargebackRow = Selectable<ChargebackTable>;

/** The caller must first lock the milestone, or the order if there is no milestone. */
export async function lockChargeback(
  tx: Tx,
  provider: string,
  chargebackId: string,
): Promise<ChargebackRow | null> {
  const row = await tx
    .selectFrom('chargeback')
    .selectAll()
    .where('provider', '=', provider)
    .where('chargeback_id', '=', chargebackId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertChargeback(
  tx: Tx,
  chargeback: Pick<
    ChargebackRow,
    | 'provider'
    | 'chargeback_id'
    | 'order_id'
    | 'payment_id'
    | 'milestone_id'
    | 'amount_paise'
    | 'reason'
    | 'opened_at'
  >,
): Promise<ChargebackRow> {
  return tx
    .insertInto('chargeback')
    .values({ ...chargeback, state: 'open', respond_by: null, changed_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The caller must hold the lock of the chargeback. */
export const transitionChargebacks = createTransition({
  lifecycle: chargebackLifecycle,
  table: 'chargeback',
  key: ['provider', 'chargeback_id'],
  column: 'state',
  toSubject: ({ chargeback_id: subjectId }: Pick<ChargebackRow, 'provider' | 'chargeback_id' | 'state'>) => ({
    subject: 'chargeback',
    subjectId,
    jobId: null,
  }),
});

export async function updateChargeback(
  tx: Tx,
  { provider, chargeback_id }: Pick<ChargebackRow, 'provider' | 'chargeback_id'>,
  change: Partial<
    Pick<
      ChargebackRow,
      'escrow_paise' | 'receivable_paise' | 'written_off_paise' | 'takings' | 'respond_by' | 'changed_at'
    >
  >,
): Promise<void> {
  await tx
    .updateTable('chargeback')
    .set(change)
    .where('provider', '=', provider)
    .where('chargeback_id', '=', chargeback_id)
    .execute();
}

/** What chargebacks did to a milestone. */
export interface ChargebackTotals {
  /** How much of its escrow they took. */
  escrowPaise: number;
  /** One of the payment that funded it is open. What happens to another payment does not concern the milestone. */
  isOpen: boolean;
}

export async function sumChargebacks(
  db: Db | Tx,
  milestoneIds: readonly number[],
): Promise<Map<number, ChargebackTotals>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chargeback')
    .leftJoin('payment', (payment) =>
      payment
        .onRef('payment.provider', '=', 'chargeback.provider')
        .onRef('payment.payment_id', '=', 'chargeback.payment_id'),
    )
    .select([
      'milestone_id',
      sql<number>`sum(escrow_paise)::bigint`.as('escrowPaise'),
      sql<boolean>`bool_or(state = 'open' AND payment.applied IS TRUE)`.as('isOpen'),
    ])
    .where('milestone_id', 'in', [...milestoneIds])
    .groupBy('milestone_id')
    .$narrowType<{ milestone_id: number }>()
    .execute();
  return new Map(rows.map(({ milestone_id, ...totals }) => [milestone_id, totals]));
}

/** Whether an open issue keeps the hold of the milestone. */
export async function isDisputed(
  tx: Tx,
  { id, job_id: jobId }: { id: number; job_id: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('dispute_milestone')
    .select('dispute_id')
    .where('job_id', '=', jobId)
    .where('milestone_id', '=', id)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The order of a payment and whether it was applied; null while the payment is not booked. */
export async function findBookedPayment(
  tx: Tx,
  provider: string,
  paymentId: string,
): Promise<{ orderId: string; applied: boolean } | null> {
  const row = await tx
    .selectFrom('payment')
    .select(['order_id as orderId', 'applied'])
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Orders with payments of the last 120 days that were not polled for 7 days, oldest poll first. Marks them as polled
 * now.
 */
export async function claimOrdersToPoll(
  tx: Tx,
  params: { provider: string; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    WITH due AS (
      SELECT provider, payment_id FROM payment
      WHERE provider = ${params.provider}
        AND last_polled_at < ${params.now}::timestamptz - interval '7 days'
        AND received_at > ${params.now}::timestamptz - interval '120 days'
      ORDER BY last_polled_at LIMIT ${params.limit}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payment SET last_polled_at = ${params.now}
    FROM due WHERE payment.provider = due.provider AND payment.payment_id = due.payment_id
    RETURNING payment.order_id`.execute(tx);
  return [...new Set(rows.map((row) => row.order_id))];
}
