import { cancellationLifecycle } from '@fws/contract/contracts/cancelling/lifecycle';
import type { JobCancelled, CancelJob } from '@fws/contract/contracts/schemas';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import { notify, notifyMany, type Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import {
  closeFunding,
  findContractParties,
  isUnderWay,
  loadNoticeSubject,
  lockMilestones,
  lockPartyJob,
  publishContractChange,
  refundMilestones,
  releaseEscrow,
  type LockedJob,
  type MilestoneRow,
} from '../../escrow/index.ts';
import { lockJob, transitionJobs, type JobRow } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { dismissQuotes, hasLiveQuote } from '../../quotes/index.ts';
import { markContractCancelled } from '../store.ts';
import { decideCancel, waiveCharge, type CancelFacts, type DetailedCancelPlan } from './rules.ts';
import { findOpenCancellation, insertCancellation, transitionCancellations } from './store.ts';

export interface CancelContext {
  callerId: number;
  chargeBps: number;
  now: Date;
}

/** A contract with all rows that cancelling may change, locked. */
interface CancellationTarget extends LockedJob {
  milestones: MilestoneRow[];
}

export const toCancelFacts = (milestone: MilestoneRow): CancelFacts => ({
  id: milestone.id,
  fund: milestone.fund_state,
  onHold: milestone.on_hold,
  amountPaise: milestone.amount_paise,
});

/** The poster cancels: an open job at once, an awarded one by the refund rules. */
export async function cancelJob(
  tx: Tx,
  command: CancelJob,
  context: CancelContext,
): Promise<Outcome<JobCancelled>> {
  const job = await lockJob(tx, command.jobId);
  if (!job) return refuse('not_found', 'jobs.not_found');
  if (job.poster_id !== context.callerId) return refuseOther(tx, job, context.callerId);
  if (job.state === 'cancelled') return done({ outcome: 'cancelled' });
  if (job.state === 'open') {
    await dismissQuotes(tx, job, context.now);
    const by = { role: 'poster' as const, userId: context.callerId };
    await transitionJobs(tx, [job], 'cancel', { by, at: context.now });
    await publish(tx, { users: [job.poster_id], topic: 'job', id: job.id });
    return done({ outcome: 'cancelled' });
  }
  const contract = await findContractParties(tx, job.id);
  if (!contract || !isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');
  if (command.comment === '') return refuseField('comment', 'contracts.cancel_reason_required');
  const milestones = await lockMilestones(tx, { job, contract });
  return cancelAwarded(tx, command, { job, contract, milestones }, context);
}

/** Tells a worker what they can do instead. To anybody else the job does not exist. */
async function refuseOther(tx: Tx, job: JobRow, callerId: number): Promise<Outcome<never>> {
  if ((await findContractParties(tx, job.id))?.worker_id === callerId)
    return (await findOpenCancellation(tx, job.id))
      ? refuse('forbidden', 'contracts.cancel_asked_of_worker')
      : refuse('forbidden', 'contracts.cancel_by_poster');
  return (await hasLiveQuote(tx, job.id, callerId))
    ? refuse('forbidden', 'contracts.cancel_quote_instead')
    : refuse('not_found', 'jobs.not_found');
}

async function cancelAwarded(
  tx: Tx,
  command: CancelJob,
  target: CancellationTarget,
  context: CancelContext,
): Promise<Outcome<JobCancelled>> {
  const { job, contract, milestones } = target;
  const worker = (await loadPeople(tx, [contract.worker_id])).get(contract.worker_id);
  const chargeBps = waiveCharge(worker?.suspendedAt ? 'worker' : null, context.chargeBps);
  const decision = decideCancel(milestones.map(toCancelFacts), chargeBps);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  const { plan } = decision;
  if (command.refundPaise !== null && command.refundPaise !== plan.refundPaise)
    return refuse('conflict', 'contracts.cancel_changed');

  const { comment } = command;
  if (plan.way === 'direct') {
    await insertCancellation(tx, { jobId: job.id, comment, state: 'agreed', now: context.now });
    const by = { role: 'poster' as const, userId: context.callerId };
    await executeCancellation(tx, target, plan, {
      cause: { by, at: context.now },
      chargeBps,
    });
    return done({ outcome: 'cancelled' });
  }
  if (await findOpenCancellation(tx, job.id)) return done({ outcome: 'asked' });
  const id = await insertCancellation(tx, { jobId: job.id, comment, state: 'asked', now: context.now });
  await notify(tx, {
    userId: contract.worker_id,
    type: 'cancellation_asked',
    values: { job: job.title },
    path: `/myjobsdetail/${job.id}`,
    dedupeKey: `cancellation:${id}:asked`,
  });
  await publishContractChange(tx, contract);
  return done({ outcome: 'asked' });
}

/**
 * The worker accepts or declines the poster's request. The plan is decided again, because states may have changed
 * since.
 */
export async function answerCancellation(
  tx: Tx,
  command: { jobId: number; agree: 'yes' | 'no' },
  context: CancelContext,
): Promise<Outcome<null>> {
  const lockedJob = await lockPartyJob(tx, command.jobId, context.callerId);
  if (lockedJob?.side !== 'worker') return refuse('not_found', 'contracts.not_found');
  const { job, contract } = lockedJob;
  const agrees = command.agree === 'yes';
  if (agrees && job.state === 'cancelled') return done(null);
  const cancellation = await findOpenCancellation(tx, job.id);
  if (!cancellation || !isUnderWay(job.state)) return refuse('conflict', 'contracts.no_cancellation_asked');

  const cause: Cause = { by: { role: lockedJob.side, userId: context.callerId }, at: context.now };
  if (!agrees) {
    await transitionCancellations(tx, [cancellation], 'decline', cause);
    const worker = (await loadPeople(tx, [contract.worker_id])).get(contract.worker_id);
    await notify(tx, {
      userId: contract.poster_id,
      type: getNoticeType(cancellationLifecycle, 'decline', 'poster'),
      values: { job: job.title, worker: worker?.name ?? '' },
      path: `/awardedjob/${job.id}`,
      dedupeKey: `cancellation:${cancellation.id}:declined`,
    });
    await publishContractChange(tx, contract);
    return done(null);
  }
  const target: CancellationTarget = { job, contract, milestones: await lockMilestones(tx, lockedJob) };
  const decision = decideCancel(target.milestones.map(toCancelFacts), context.chargeBps);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  await transitionCancellations(tx, [cancellation], 'agree', cause);
  await executeCancellation(tx, target, decision.plan, { cause, chargeBps: context.chargeBps });
  return done(null);
}

/** A job has at most twenty milestones. Each one with money gets its own posting. */
async function executeCancellation(
  tx: Tx,
  target: CancellationTarget,
  plan: DetailedCancelPlan,
  { cause, chargeBps }: { cause: Cause; chargeBps: number },
): Promise<void> {
  const { job, contract, milestones } = target;
  const listMilestones = (ids: readonly number[]) => milestones.filter(({ id }) => ids.includes(id));
  await closeFunding(tx, listMilestones(plan.unpaid), cause);
  for (const milestone of listMilestones(plan.releases)) {
    const lockedMilestone = { job, contract, milestone };
    await releaseEscrow(tx, lockedMilestone, await loadNoticeSubject(tx, lockedMilestone), cause);
  }
  await refundMilestones(tx, plan.refunds, { milestones, jobId: job.id, chargeBps, cause });
  await transitionJobs(tx, [job], 'cancel', cause);
  await markContractCancelled(tx, job.id, cause.at);
  await notifyMany(tx, [
    buildCancelledNotice(job, contract.poster_id, `/awardedjob/${job.id}`),
    buildCancelledNotice(job, contract.worker_id, `/myjobsdetail/${job.id}`),
  ]);
  await publishContractChange(tx, contract);
}

const buildCancelledNotice = (job: Pick<JobRow, 'id' | 'title'>, userId: number, path: string): Notice => ({
  userId,
  type: 'contract_cancelled',
  values: { job: job.title },
  path,
  dedupeKey: `job:${job.id}:cancelled:${userId}`,
});
