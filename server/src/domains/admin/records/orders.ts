import { sql } from 'kysely';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../../platform/db/index.ts';
import { translate, translateIfId } from '../../../platform/messages.ts';
import { getContractState } from './contracts.ts';
import { createHistoryEvent, listSteps } from './history.ts';
import type { FoundRecord } from './found-record.ts';

/** An escrow order with its payments, refunds and chargebacks, by the provider's ids. */
export async function findOrderRecord(db: Db, id: string, locale: Locale): Promise<FoundRecord | null> {
  const order = await db.selectFrom('escrow_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) return null;
  const work = order.milestone_id === null ? null : await findWork(db, order.milestone_id);
  const [payments, refunds, chargebacks] = await Promise.all([
    db.selectFrom('payment').selectAll().where('order_id', '=', id).orderBy('received_at').execute(),
    db.selectFrom('refund').selectAll().where('order_id', '=', id).orderBy('created_at').execute(),
    db.selectFrom('chargeback').selectAll().where('order_id', '=', id).orderBy('opened_at').execute(),
  ]);
  const steps = await listSteps(
    db,
    {
      subjects: [
        ['order', id],
        ...refunds.map((refund) => ['refund', refund.id] as const),
        ...chargebacks.map((chargeback) => ['chargeback', chargeback.chargeback_id] as const),
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
      ...payments.map((payment) => ({
        subject: 'payment',
        name: payment.payment_id,
        amountPaise: payment.amount_paise,
        states: [payment.applied ? 'applied' : 'unapplied'],
        detail: [payment.method, payment.bank_reference].filter(Boolean).join(' · '),
      })),
      ...refunds.map((refund) => ({
        subject: 'refund',
        name: refund.id,
        amountPaise: refund.amount_paise,
        states: [refund.state],
        detail: refund.payment_id ?? '',
      })),
      ...chargebacks.map((chargeback) => ({
        subject: 'chargeback',
        name: chargeback.chargeback_id,
        amountPaise: chargeback.amount_paise,
        states: [chargeback.state],
        detail: chargeback.reason,
      })),
    ],
    links: work
      ? [
          {
            kind: 'contract',
            id: String(work.job_id),
            number: work.number,
            state: getContractState(work),
            amountPaise: work.total_paise,
          },
        ]
      : [],
    events: [
      createHistoryEvent(order.created_at, 'order', 'created', {
        byUser: order.poster_id,
        amountPaise: order.amount_paise,
      }),
      ...payments.map((payment) =>
        createHistoryEvent(payment.received_at, 'payment', payment.applied ? 'applied' : 'unapplied', {
          name: payment.payment_id,
          amountPaise: payment.amount_paise,
          by: 'provider',
        }),
      ),
      ...refunds.map((refund) =>
        createHistoryEvent(refund.created_at, 'refund', 'pending', {
          name: refund.id,
          amountPaise: refund.amount_paise,
        }),
      ),
      ...chargebacks.map((chargeback) =>
        createHistoryEvent(chargeback.opened_at, 'chargeback', 'open', {
          name: chargeback.chargeback_id,
          amountPaise: chargeback.amount_paise,
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
