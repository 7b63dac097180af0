import * as z from 'zod/mini';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, notifyMany, type Payloads } from '../../platform/queue/index.ts';
import { buildDisputePath } from './service.ts';
import { findDispute } from './store.ts';

const NOTICE = { documents: 'dispute_documents_due', review: 'dispute_review_due' } as const;

const payloads = {
  /** `of`: the due date that the reminder is about. */
  remind_dispute: z.object({ disputeId: z.int(), of: z.enum(['documents', 'review']) }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, { remind_dispute: ({ disputeId, of: dueDate }) => remind(deps, disputeId, dueDate) });

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
        values: { ticket: formatTicketNumber(disputeId), date: toIstDate(dueAt) },
        path: buildDisputePath(disputeId),
        dedupeKey: `dispute:${disputeId}:${kind}_due`,
      })),
    );
  });
}
