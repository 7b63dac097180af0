import { sql } from 'kysely';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../../platform/db/index.ts';
import { translate, translateIfId } from '../../../platform/messages.ts';
import { contractStateOf } from './contracts.ts';
import { happened, stepsOf } from './history.ts';
import type { Found } from './service.ts';

/** An escrow order with its payments, refunds and chargebacks, by the provider's ids. */
export async function orderRecord(db: Db, id: string, locale: Locale): Promise<Found | null> {
  const order = await db.selectFrom('escrow_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) return null;
  const work = order.milestone_id === null ? null : await findWork(db, order.milestone_id);
  const [payments, refunds, chargebacks] = await Promise.all([
    db.selectFrom('payment').selectAll().where('order_id', '=', id).orderBy('received_at').execute(),
    db.selectFrom('refund').selectAll().where('order_id', '=', id).orderBy('created_at').execute(),
    db.selectFrom('chargeback').selectAll().where('order_id', '=', id).orderBy('opened_at').execute(),
  ]);
  const steps = await stepsOf(
    db,
    {
      subjects: [
        ['order', id],
        ...refunds.map((one) => ['refund', one.id] as const),
        ...chargebacks.map((one) => ['chargeback', one.chargeback_id] as const),
      ],
    },
    (subject, subjectId) => (subject === 'order' ? '' : subjectId),
  );
  return {
    row: {
      id,
      number: id,
      title: work
        ? `${work.title} · ${translateIfId(locale, work.milestone)}`
        : translate(locale, 'contracts.order_unmatched'),
      state: order.state,
      amountPaise: order.amount_paise,
      at: order.created_at,
    },
    people: [
      ...(order.poster_id === null ? [] : [{ id: order.poster_id, role: 'poster' }]),
      ...(work ? [{ id: work.worker_id, role: 'worker' }] : []),
    ],
    facts: [
      ['provider', 'text', order.provider],
      ['attempt', 'word', `attempt.${order.attempt_status}`],
      ...(order.attempt_id === null ? [] : [['attemptId', 'text', order.attempt_id] as const]),
      ...(order.attempt_reason === null ? [] : [['attemptReason', 'text', order.attempt_reason] as const]),
      ['expires', 'time', order.expires_at.toISOString()],
      ...(order.checked_at === null ? [] : [['checked', 'time', order.checked_at.toISOString()] as const]),
    ],
    parts: [
      ...payments.map((one) => ({
        subject: 'payment',
        name: one.payment_id,
        amountPaise: one.amount_paise,
        states: [one.applied ? 'applied' : 'unapplied'],
        detail: [one.method, one.bank_reference].filter(Boolean).join(' · '),
      })),
      ...refunds.map((one) => ({
        subject: 'refund',
        name: one.id,
        amountPaise: one.amount_paise,
        states: [one.state],
        detail: one.payment_id ?? '',
      })),
      ...chargebacks.map((one) => ({
        subject: 'chargeback',
        name: one.chargeback_id,
        amountPaise: one.amount_paise,
        states: [one.state],
        detail: one.reason,
      })),
    ],
    links: work
      ? [
          {
            kind: 'contract',
            id: String(work.job_id),
            number: work.number,
            state: contractStateOf(work),
            amountPaise: work.total_paise,
          },
        ]
      : [],
    events: [
      happened(order.created_at, 'order', 'created', {
        byUser: order.poster_id,
        amountPaise: order.amount_paise,
      }),
      ...payments.map((one) =>
        happened(one.received_at, 'payment', one.applied ? 'applied' : 'unapplied', {
          name: one.payment_id,
          amountPaise: one.amount_paise,
          by: 'provider',
        }),
      ),
      ...refunds.map((one) =>
        happened(one.created_at, 'refund', 'pending', { name: one.id, amountPaise: one.amount_paise }),
      ),
      ...chargebacks.map((one) =>
        happened(one.opened_at, 'chargeback', 'open', {
          name: one.chargeback_id,
          amountPaise: one.amount_paise,
          by: 'provider',
        }),
      ),
      ...steps,
    ],
    ledger: sql`txn.order_id = ${id}`,
  };
}

async function findWork(db: Db, milestoneId: number) {
  const row = await db
    .selectFrom('milestone')
    .innerJoin('job', 'job.id', 'milestone.job_id')
    .innerJoin('contract', 'contract.job_id', 'job.id')
    .select([
      'job.title',
      'milestone.name as milestone',
      'milestone.job_id',
      sql<string>`job.number::text`.as('number'),
    ])
    .select(['contract.worker_id', 'contract.total_paise', 'contract.completed_at', 'contract.cancelled_at'])
    .where('milestone.id', '=', milestoneId)
    .executeTakeFirst();
  return row ?? null;
}
