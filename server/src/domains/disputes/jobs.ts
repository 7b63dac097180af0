import { ticketNumber } from '@fws/contract/disputes/model';
import { dayFirst, istDate } from '@fws/contract/platform/dates';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { numberIn, tellAll, textIn, type Tasks } from '../../platform/jobs/index.ts';
import { pathOf } from './service.ts';
import { disputeById } from './store.ts';

const NOTICE = { documents: 'dispute_documents_due', review: 'dispute_review_due' } as const;

export const tasks = (deps: Deps): Tasks => ({
  remind_dispute: (payload) =>
    remind(deps, numberIn(payload, 'disputeId'), textIn(payload, 'of') === 'review' ? 'review' : 'documents'),
});

/** Reminds both sides of a coming due date while the ticket is open. */
async function remind({ db, ports }: Deps, disputeId: number, of: keyof typeof NOTICE): Promise<void> {
  await inTx(db, async (tx) => {
    const dispute = await disputeById(tx, disputeId);
    if (dispute?.state !== 'open') return;
    const dueAt = of === 'documents' ? dispute.documents_due_at : dispute.review_due_at;
    // Do not remind of a past day after the worker process was down for days.
    if (dueAt < ports.clock.now()) return;
    await tellAll(
      tx,
      [dispute.raised_by, dispute.against].map((userId) => ({
        userId,
        type: NOTICE[of],
        values: { ticket: ticketNumber(disputeId), date: dayFirst.toWire(istDate(dueAt)) },
        path: pathOf(disputeId),
        dedupeKey: `dispute:${disputeId}:${of}_due`,
      })),
    );
  });
}
