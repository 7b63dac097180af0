import type { Side } from '@fws/contract/contracts/model';
import type { CancelJob, CancelPlan, JobCancelled } from '@fws/contract/contracts/schemas';
import { SPLIT_DAYS } from '@fws/contract/contracts/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { Waiver } from '@fws/contract/reliability/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Answer } from '../../../platform/answer.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import {
  closeFunding,
  findContractParties,
  findSide,
  isUnderWay,
  loadNoticeSubject,
  lockAwardedJob,
  lockMilestones,
  openSplits,
  publishContractChange,
  refundMilestones,
  releaseEscrow,
  transitionFunds,
  type LockedJob,
  type MilestoneRow,
  sumReleasedPaise,
} from '../../escrow/index.ts';
import { isPoster, lockJob, transitionJobs, type JobRow } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { dismissQuotes, hasLiveQuote } from '../../quotes/index.ts';
import {
  findOwedFee,
  foreseeCancellation,
  noteCancelled,
  type ForeseenCancellation,
} from '../../visits/index.ts';
import { overtakeChange } from '../change-orders/overtaking.ts';
import { endJob } from '../job-progress/service.ts';
import { decideWaiver, recordEnd } from '../outcomes/service.ts';
import { mayCancelOpenJob } from '../policy.ts';
import {
  endsAnything,
  getRefundChargeBps,
  planCancellation,
  waitsForAnything,
  waiveCharge,
  type CancelFacts,
  type DetailedCancelPlan,
} from './rules.ts';
import { notifyEnding } from './notices.ts';
import { findJobEnding, insertJobEnding } from './store.ts';

const DAY_MS = 24 * 3600_000;

export interface CancelContext {
  callerId: number;
  chargeBps: number;
  now: Date;
}

export const buildCancelContext = ({ config, ports }: Deps, callerId: number): CancelContext => ({
  callerId,
  chargeBps: config.refundChargeBps,
  now: ports.clock.now(),
});

/** A contract with all rows that cancelling may change, locked. */
interface CancellationTarget extends LockedJob {
  milestones: MilestoneRow[];
}

export const toCancelFacts = (milestone: MilestoneRow): CancelFacts => ({
  id: milestone.id,
  position: milestone.position,
  fund: milestone.fund_state,
  work: milestone.work_state,
  onHold: milestone.on_hold,
  amountPaise: milestone.amount_paise,
});

/** The fee of a visit is the worker's where the poster cancels too late, or a person decides about it. */
export const markFee = (
  milestones: CancelFacts[],
  { owedMilestoneId, heldMilestoneId }: Pick<ForeseenCancellation, 'owedMilestoneId' | 'heldMilestoneId'>,
): CancelFacts[] =>
  milestones.map((milestone) => ({
    ...milestone,
    isOwed: milestone.id === owedMilestoneId,
    onHold: milestone.onHold || milestone.id === heldMilestoneId,
  }));

/** `releasedPaise`: what the job's worker had received before. */
export const toCancelPlan = (plan: DetailedCancelPlan, releasedPaise: number): CancelPlan => ({
  parts: plan.parts,
  refundPaise: plan.refundPaise,
  chargePaise: plan.chargePaise,
  releasePaise: plan.releasePaise,
  releasedPaise,
  waitingPaise: plan.waitingPaise,
  goesToFws: plan.goesToFws,
});

/** The poster cancels an open job at once; either side an awarded one, milestone by milestone. */
export const cancelJob = (
  deps: Deps,
  command: CancelJob,
  { callerId, idempotency }: { callerId: number; idempotency: IdempotencyClaim | null },
): Promise<Answer<JobCancelled>> =>
  runMoneyCommand(deps.db, idempotency, async (tx) => {
    const cancelled = await cancelJobInTx(tx, command, buildCancelContext(deps, callerId));
    return cancelled.ok
      ? { ...cancelled, message: { code: CANCEL_MESSAGES[cancelled.value.outcome] } }
      : cancelled;
  });

const CANCEL_MESSAGES = {
  cancelled: 'contracts.job_cancelled',
  ending: 'contracts.job_ending_now',
  completed: 'contracts.job_settled',
} as const satisfies Record<JobCancelled['outcome'], SharedMessageId>;

export async function cancelJobInTx(
  tx: Tx,
  command: CancelJob,
  context: CancelContext,
): Promise<Outcome<JobCancelled>> {
  const job = await lockJob(tx, command.jobId);
  if (!job) return refuse('not_found', 'jobs.not_found');
  const contract = await findContractParties(tx, job.id);
  const side = contract && findSide(contract, context.callerId);
  if (!contract || !side) return cancelOpen(tx, job, context);
  const target = { job, contract, milestones: await lockMilestones(tx, { job, contract }) };
  return cancelAwarded(tx, command, target, { ...context, side });
}

async function cancelOpen(tx: Tx, job: JobRow, context: CancelContext): Promise<Outcome<JobCancelled>> {
  const { callerId } = context;
  const hasQuoted = !isPoster(job, callerId) && (await hasLiveQuote(tx, job.id, callerId));
  const allowed = mayCancelOpenJob(job, { callerId, hasQuoted });
  if (!allowed.ok) return allowed;
  if (job.state === 'cancelled') return done({ outcome: 'cancelled', plan: null });
  if (job.state !== 'open') return refuse('conflict', 'contracts.job_closed');
  await dismissQuotes(tx, job, context.now);
  const by = { role: 'poster' as const, userId: callerId };
  await transitionJobs(tx, [job], 'cancel', { by, at: context.now });
  await publish(tx, { users: [job.poster_id], topic: 'job', id: job.id });
  return done({ outcome: 'cancelled', plan: null });
}

async function cancelAwarded(
  tx: Tx,
  command: CancelJob,
  target: CancellationTarget,
  { callerId, side, chargeBps: usualChargeBps, now }: CancelContext & { side: Side },
): Promise<Outcome<JobCancelled>> {
  const { job, contract, milestones } = target;
  const worker = (await loadPeople(tx, [contract.worker_id])).get(contract.worker_id);
  const chargeBps = waiveCharge(worker?.suspendedAt ? 'worker' : null, usualChargeBps);
  const { comment, excuse } = command;
  const isSuspended = (worker?.suspendedAt ?? null) !== null;
  const foreseen = await foreseeCancellation(tx, { jobId: job.id, side, excuse, now, isSuspended });
  const plan = planCancellation(markFee(milestones.map(toCancelFacts), foreseen), { side, chargeBps });
  const releasedPaise = await sumReleasedPaise(tx, job.id);
  if (job.state === 'cancelled' || job.state === 'ending')
    return done({ outcome: job.state, plan: toCancelPlan(plan, releasedPaise) });
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');
  if (foreseen.isClaimed) return refuse('conflict', 'contracts.cancel_claim_open');
  if (comment === '') return refuseField('comment', 'contracts.cancel_reason_required');
  if (!endsAnything(plan)) return refuse('conflict', 'contracts.cancel_nothing');
  if (command.refundPaise !== null && command.refundPaise !== plan.refundPaise)
    return refuse('conflict', 'contracts.cancel_changed');

  if (!isSuspended) await noteCancelled(tx, { job, contract }, { side, excuse, now, comment });
  const waiver = await decideWaiver(tx, target, { side, now });
  const ended = { callerId, side, chargeBps, comment, waiver, now };
  const outcome = await endContract(tx, target, plan, ended);
  return done({ outcome, plan: toCancelPlan(plan, releasedPaise) });
}

/** The worker did not come: the job ends as if the worker had given it up. */
export async function endForAbsence(tx: Tx, lockedJob: LockedJob, now: Date): Promise<void> {
  const milestones = await lockMilestones(tx, lockedJob);
  const side = 'worker';
  const plan = planCancellation(milestones.map(toCancelFacts), { side, chargeBps: 0 });
  const callerId = lockedJob.contract.worker_id;
  const ended = { callerId, side, chargeBps: 0, comment: '', waiver: null, now } as const;
  if (endsAnything(plan)) await endContract(tx, { ...lockedJob, milestones }, plan, ended);
}

async function endContract(
  tx: Tx,
  target: CancellationTarget,
  plan: DetailedCancelPlan,
  {
    callerId,
    side,
    chargeBps,
    comment,
    waiver,
    now,
  }: CancelContext & { side: Side; comment: string; waiver: Waiver | null },
): Promise<JobCancelled['outcome']> {
  const { job, contract } = target;
  const cause: Cause = { by: { role: side, userId: callerId }, at: now };
  const ending = { job_id: job.id, by_user: callerId, side, comment, waiver, started_at: now };
  await insertJobEnding(tx, ending);
  await executePlan(tx, target, plan, { cause, chargeBps: getRefundChargeBps(side, chargeBps) });
  if (!waitsForAnything(plan)) {
    const outcome = await endJob(tx, { job, contract }, cause, { isCancelled: true });
    return outcome ?? 'cancelled';
  }
  await recordEnd(tx, { job, contract }, { isCompleted: false, now });
  await overtakeChange(tx, { job, contract }, cause);
  await transitionJobs(tx, [job], 'end', cause);
  await notifyEnding(tx, { job, contract }, callerId);
  await publishContractChange(tx, contract);
  return 'ending';
}

/** A visit fee is released without work. */
async function acceptOwed(tx: Tx, milestone: MilestoneRow, at: Date): Promise<MilestoneRow> {
  if (milestone.fund_state !== 'funded') return milestone;
  const [accepted = milestone] = await transitionFunds(tx, [milestone], 'accept', { by: BY_SYSTEM, at });
  return accepted;
}

/** A job has at most twenty milestones. Each one with money gets its own posting. */
async function executePlan(
  tx: Tx,
  target: CancellationTarget,
  plan: DetailedCancelPlan,
  { cause, chargeBps }: { cause: Cause; chargeBps: number },
): Promise<void> {
  const { job, contract, milestones } = target;
  const listMilestones = (ids: readonly number[]) => milestones.filter(({ id }) => ids.includes(id));
  const listByOutcome = (outcome: string) =>
    listMilestones(
      plan.parts.filter((part) => part.outcome === outcome).map(({ milestoneId }) => milestoneId),
    );
  await closeFunding(tx, listMilestones(plan.unpaid), cause);
  for (const milestone of listByOutcome('released')) {
    const accepted = await acceptOwed(tx, milestone, cause.at);
    const lockedMilestone = { job, contract, milestone: accepted };
    await releaseEscrow(tx, lockedMilestone, await loadNoticeSubject(tx, lockedMilestone), cause);
  }
  const refunds = plan.parts.filter((part) => part.outcome === 'refunded');
  await refundMilestones(tx, refunds, { milestones, jobId: job.id, chargeBps, cause });
  const { at: now } = cause;
  const dueAt = new Date(now.getTime() + SPLIT_DAYS * DAY_MS);
  await openSplits(tx, listByOutcome('split'), { now, dueAt });
}

/**
 * Goes on with what a cancelled job still does by itself: after a hold was lifted, work was sent back or accepted. Nothing
 * is left to do in most calls.
 */
export async function continueEnding(
  tx: Tx,
  jobId: number,
  { chargeBps, now }: Pick<CancelContext, 'chargeBps' | 'now'>,
): Promise<void> {
  const lockedJob = await lockAwardedJob(tx, jobId);
  if (lockedJob?.job.state !== 'ending') return;
  const ending = await findJobEnding(tx, jobId);
  if (!ending) throw new Error(`job ${jobId} is ending, but nobody cancelled it`);
  const milestones = await lockMilestones(tx, lockedJob);
  const { side } = ending;
  const fee = { owedMilestoneId: await findOwedFee(tx, jobId, now), heldMilestoneId: null };
  const plan = planCancellation(markFee(milestones.map(toCancelFacts), fee), { side, chargeBps });
  const cause: Cause = { by: BY_SYSTEM, at: now };
  await executePlan(
    tx,
    { ...lockedJob, milestones },
    plan,
    // What the cancelling side decided is carried out in its name.
    {
      cause: { by: { role: side, userId: ending.by_user }, at: now },
      chargeBps: getRefundChargeBps(side, chargeBps),
    },
  );
  await endJob(tx, lockedJob, cause);
  await publishContractChange(tx, lockedJob.contract);
}
