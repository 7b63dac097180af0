import { workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import { notify } from '../../../platform/queue/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import {
  buildNotice,
  isUnderWay,
  listMilestones,
  loadNoticeSubject,
  lockMilestoneContext,
  publishContractChange,
  transitionFunds,
  transitionWork,
  type LockedMilestone,
} from '../../escrow/index.ts';
import type { VisitEvents } from '../../visits/index.ts';
import { endForAbsence } from '../cancelling/service.ts';
import { toJobFacts, toMilestoneFacts } from '../facts.ts';
import { releaseMilestone } from '../milestones.ts';
import { decideWork } from '../rules.ts';

/** The effects of a visit on the job. */
export const visitEvents: VisitEvents = {
  startWork,
  payFee,
  endForAbsence,
};

/** In the name of the worker, also where the poster says that the worker is there. */
async function startWork(
  tx: Tx,
  { jobId, milestoneId, by, now }: { jobId: number; milestoneId: number; by: Side; now: Date },
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneContext(tx, { jobId, milestoneId });
  if (!lockedMilestone) throw new Error(`milestone ${milestoneId} of a visit is gone`);
  const { job, contract, milestone } = lockedMilestone;
  const jobFacts = toJobFacts(job.state, await listMilestones(tx, jobId));
  const decision = decideWork(toMilestoneFacts(milestone, jobFacts), 'started');
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  if (decision.kind === 'taken') return done(null);
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');
  const worker = { role: 'worker' as const, userId: contract.worker_id };
  await transitionWork(tx, [milestone], 'start', { by: worker, at: now });
  // The poster who has tapped knows it. The visit tells the worker.
  if (by === 'worker') {
    const type = getNoticeType(workLifecycle, 'start', 'poster');
    const subject = await loadNoticeSubject(tx, lockedMilestone);
    await notify(tx, buildNotice('poster', type, subject, `${milestone.id}:${now.getTime()}`));
  }
  await publishContractChange(tx, contract);
  return done(null);
}

/** The fee is released without work. Where nobody answered, in the name of the worker, who claimed it. */
async function payFee(tx: Tx, lockedMilestone: LockedMilestone, { by, at }: Cause): Promise<void> {
  const { contract, milestone } = lockedMilestone;
  const [accepted = milestone] = await transitionFunds(tx, [milestone], 'accept', { by: BY_SYSTEM, at });
  const releasedBy = by.role === 'poster' ? by : { role: 'worker' as const, userId: contract.worker_id };
  const subject = await loadNoticeSubject(tx, lockedMilestone);
  await releaseMilestone(tx, { ...lockedMilestone, milestone: accepted }, subject, { by: releasedBy, at });
}
