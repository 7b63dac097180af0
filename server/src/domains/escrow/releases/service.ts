import { fundLifecycle } from '@fws/contract/contracts/lifecycle';
import { calculateDeductions, totalDeductions } from '@fws/contract/payouts/fees';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { enqueue, notifyMany } from '../../../platform/queue/index.ts';
import { enqueueRecount } from '../../jobs/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { findRatesAt, release } from '../../ledger/index.ts';
import { recordReleases } from '../../rests/index.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, publishContractChange, type NoticeSubject } from '../notices/service.ts';
import { insertDeductions, transitionAndPost } from './store.ts';

/**
 * Moves the whole escrow of the milestone to the worker's wallet, whatever happens to the job. By the system when the
 * poster did not answer until the deadline. `isLast`: no other milestone of the job has money to come or to release.
 */
export async function releaseEscrow(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  { by, at }: Cause,
): Promise<{ isLast: boolean }> {
  const { job, contract, milestone } = lockedMilestone;
  const { id: milestoneId, amount_paise: amountPaise } = milestone;
  const event = by.role === 'system' ? 'release_unanswered' : 'release';
  const rates = lockedMilestone.rates === undefined ? await findRatesAt(tx, at) : lockedMilestone.rates;
  const deductions = calculateDeductions(amountPaise, rates);
  const posting = release({
    milestoneId,
    jobId: job.id,
    workerId: contract.worker_id,
    amountPaise,
    ...deductions,
    at,
  });
  await recordReleases(tx, {
    postingKey: posting.key,
    jobId: job.id,
    payerId: contract.poster_id,
    workerId: contract.worker_id,
    parts: [{ milestoneId, amountPaise: amountPaise - totalDeductions(deductions) }],
    at,
  });
  const isLast = await transitionAndPost(tx, milestone, event, { by, at }, { posting, jobState: job.state });
  await insertDeductions(tx, [{ milestoneId, grossPaise: amountPaise }], rates);
  await enqueue(tx, 'make_invoice', { milestoneId });
  await enqueueRecount(tx, contract.poster_id);
  await notifyMany(tx, [
    buildNotice('worker', getNoticeType(fundLifecycle, event, 'worker'), {
      ...subject,
      amountPaise: amountPaise - totalDeductions(deductions),
    }),
    buildNotice('poster', getNoticeType(fundLifecycle, event, 'poster'), subject),
  ]);
  await publish(tx, { users: [contract.worker_id], topic: 'wallet', id: null });
  await publishContractChange(tx, contract);
  return { isLast };
}
