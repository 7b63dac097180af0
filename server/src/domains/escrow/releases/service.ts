import { calculateDeductions, totalDeductions } from '@fws/contract/payouts/fees';
import type { Tx } from '../../../platform/db/index.ts';
import { enqueueAll } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { postOrThrow, release } from '../../ledger/index.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, type NoticeSubject } from '../notices.ts';
import { insertDeductions, markReleased } from './store.ts';

/** What released the money: the poster, or their silence until the deadline. */
export type ReleasedBy = 'release_confirmed' | 'released_by_itself';

/** Moves the whole escrow of the milestone to the worker's wallet, whatever happens to the job. */
export async function releaseEscrow(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  now: Date,
  by: ReleasedBy = 'release_confirmed',
): Promise<void> {
  const { job, contract, milestone } = lockedMilestone;
  const { id: milestoneId, amount_paise: amountPaise } = milestone;
  const rates = await markReleased(tx, milestoneId, now);
  const deductions = calculateDeductions(amountPaise, rates);
  await postOrThrow(
    tx,
    release({
      milestoneId,
      jobId: job.id,
      workerId: contract.worker_id,
      amountPaise,
      ...deductions,
      at: now,
    }),
  );
  await insertDeductions(tx, [{ milestoneId, grossPaise: amountPaise }], rates);
  const notices = [
    buildNotice('worker', 'payment_released', {
      ...subject,
      amountPaise: amountPaise - totalDeductions(deductions),
    }),
    buildNotice('poster', by, subject),
  ];
  await enqueueAll(tx, [
    { task: 'make_invoice', payload: { milestoneId } },
    ...notices.map((payload) => ({ task: 'notify' as const, payload })),
  ]);
  await publish(tx, { users: [contract.worker_id], topic: 'wallet', id: null });
}
