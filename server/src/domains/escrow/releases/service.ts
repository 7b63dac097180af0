import { fundLifecycle } from '@fws/contract/contracts/lifecycle';
import { calculateDeductions, totalDeductions } from '@fws/contract/payouts/fees';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { announce } from '../../../platform/announce.ts';
import type { Cause } from '../../../platform/transition.ts';
import { postOrThrow, release } from '../../ledger/index.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildContractChange, buildNotice, type NoticeSubject } from '../notices.ts';
import { transitionFunds } from '../store.ts';
import { insertDeductions, loadReleaseTerms } from './store.ts';

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
  await transitionFunds(tx, [milestone], event, { by, at, change: { released_at: at } });
  const { rates, openMilestones } = await loadReleaseTerms(tx, job.id, at);
  const deductions = calculateDeductions(amountPaise, rates);
  await postOrThrow(
    tx,
    release({
      milestoneId,
      jobId: job.id,
      workerId: contract.worker_id,
      amountPaise,
      ...deductions,
      at,
    }),
  );
  await insertDeductions(tx, [{ milestoneId, grossPaise: amountPaise }], rates);
  const notices = [
    buildNotice('worker', getNoticeType(fundLifecycle, event, 'worker'), {
      ...subject,
      amountPaise: amountPaise - totalDeductions(deductions),
    }),
    buildNotice('poster', getNoticeType(fundLifecycle, event, 'poster'), subject),
  ];
  await announce(tx, {
    tasks: [
      { task: 'make_invoice', payload: { milestoneId } },
      ...notices.map((payload) => ({ task: 'notify' as const, payload })),
    ],
    changes: [{ users: [contract.worker_id], topic: 'wallet', id: null }, buildContractChange(contract)],
  });
  return { isLast: openMilestones === 0 };
}
