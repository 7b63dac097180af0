import { formatTicketNumber } from '@fws/contract/disputes/model';
import { dayFirst, toIstDate } from '@fws/contract/platform/dates';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { getPayloadNumber, notifyMany, getPayloadText, type Tasks } from '../../platform/queue/index.ts';
import { buildDisputePath } from './service.ts';
import { findDispute } from './store.ts';

const NOTICE = { documents: 'dispute_documents_due', review: 'dispute_review_due' } as const;

export const tasks = (deps: Deps): Tasks => ({
  remind_dispute: (payload) =>
    remind(
      deps,
      getPayloadNumber(payload, 'disputeId'),
      getPayloadText(payload, 'of') === 'review' ? 'review' : 'documents',
    ),
});

/** Reminds both sides of a coming due date while the ticket is open. */
async function remind({ db, ports }: Deps, disputeId: number, kind: keyof typeof NOTICE): Promise<void> {
  await inTx(db, async (tx) => {
    const dispute = await findDispute(tx, disputeId);
    if (dispute?.state !== 'open') return;
    const dueAt = kind === 'documents' ? dispute.documents_due_at : dispute.review_due_at;
    // Do not remind of a past day after the worker process was down for days.
    if (dueAt < ports.clock.now()) return;
    await notifyMany(
      tx,
      [dispute.raised_by, dispute.against].map((userId) => ({
        userId,
        type: NOTICE[kind],
        values: { ticket: formatTicketNumber(disputeId), date: dayFirst.toWire(toIstDate(dueAt)) },
        path: buildDisputePath(disputeId),
        dedupeKey: `dispute:${disputeId}:${kind}_due`,
      })),
    );
  });
}
