import { fundLifecycle, workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { FundStep, Side } from '@fws/contract/contracts/model';
import type {
  FundMoved,
  MoveFund,
  MoveWork,
  PaymentLimits,
  RequestChange,
} from '@fws/contract/contracts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { findPaymentProblem } from '@fws/contract/quotes/payable';
import type { Answer } from '../../platform/answer.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../platform/idempotency.ts';
import { attachPhotos } from '../../platform/photos.ts';
import { notify } from '../../platform/queue/index.ts';
import type { Cause } from '../../platform/transition.ts';
import {
  buildNotice,
  findSide,
  isUnderWay,
  listMilestones,
  loadNoticeSubject,
  lockAwardedJob,
  lockMilestoneContext,
  openOrder,
  overtakeSplits,
  publishContractChange,
  registerSoon,
  releaseEscrow,
  returnWork,
  startWait,
  toWait,
  toWaitColumns,
  transitionFunds,
  transitionWork,
  type LockedMilestone,
  type MilestoneRow,
  type NoticeSubject,
  type ReleaseWaits,
} from '../escrow/index.ts';
import { findFundingObstacle, lockPayer } from '../rests/index.ts';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { buildCancelContext, continueEnding, type CancelContext } from './cancelling/service.ts';
import { calculateReleaseTime, getWaitMs } from './auto-release/deadlines.ts';
import { refuseFunding } from './funding/service.ts';
import { findAwardedJob } from './store.ts';
import { insertCompletion } from './completions/store.ts';
import { completeJob } from './job-progress/service.ts';
import { recountJob } from './ratings/counting.ts';
import {
  decideChange,
  decideFund,
  decideWork,
  findNextPosition,
  isTooSoon,
  WORK_EVENTS,
  type FundFacts,
  type MilestoneFacts,
} from './rules.ts';

/** Locks a milestone for the step of one side. To anybody else the contract does not exist. */
async function lockMilestoneForSide(
  tx: Tx,
  params: { jobId: number; milestoneId: number; callerId: number; side: Side; ratesAt?: Date },
): Promise<Outcome<LockedMilestone>> {
  const lockedMilestone = await lockMilestoneContext(tx, params, params.ratesAt);
  const { contract } = lockedMilestone ?? (await lockAwardedJob(tx, params.jobId)) ?? {};
  if (!contract || findSide(contract, params.callerId) !== params.side)
    return refuse('not_found', 'contracts.not_found');
  return lockedMilestone ? done(lockedMilestone) : refuse('not_found', 'contracts.milestone_not_found');
}

/** What a milestone depends on besides itself. `nextPosition`: whose work comes next; later ones wait for it. */
export interface JobFacts {
  state: JobState;
  nextPosition: number | null;
}

/** `milestones`: all of the job, or at least those that are not settled. */
export const toJobFacts = (
  state: JobState,
  milestones: readonly Pick<MilestoneRow, 'fund_state' | 'work_state' | 'position'>[],
): JobFacts => ({
  state,
  nextPosition: findNextPosition(
    milestones.map(({ fund_state: fund, work_state: work, position }) => ({ fund, work, position })),
  ),
});

export const toMilestoneFacts = (
  milestone: Pick<MilestoneRow, 'fund_state' | 'work_state' | 'on_hold' | 'position'>,
  job?: JobFacts,
): MilestoneFacts => ({
  fund: milestone.fund_state,
  work: milestone.work_state,
  onHold: milestone.on_hold,
  isEnding: job?.state === 'ending',
  isTooEarly: typeof job?.nextPosition === 'number' && milestone.position > job.nextPosition,
});

export const toFundFacts = (
  milestone: Parameters<typeof toMilestoneFacts>[0] & Pick<MilestoneRow, 'amount_paise'>,
  limits: PaymentLimits,
  job?: JobFacts,
): FundFacts => ({
  ...toMilestoneFacts(milestone, job),
  isPayable: findPaymentProblem(milestone.amount_paise, limits) === null,
});

/** For a step of the poster, whom only the worker's suspension can hinder. */
const findSuspended = (contract: LockedMilestone['contract']): Side | null =>
  contract.worker_suspended ? 'worker' : null;

/** The result of a poster's step. */
interface FundOutcome {
  step: FundStep;
  orderId: string | null;
  amountPaise: number;
  workerName: string;
}

interface MoveContext {
  callerId: number;
  provider: string;
  limits: PaymentLimits;
  now: Date;
  /** Does the caller tap buttons in our web app? Then two steps need a pause between them. */
  onWeb: boolean;
}

/** The longest time a payer waits for the provider to register the order. */
const REGISTER_WAIT_MS = 3_000;

/** The poster funds escrow, accepts the work, or releases the money and so accepts work that was not accepted before. */
export async function moveFund(
  deps: Deps,
  command: MoveFund,
  {
    idempotency,
    ...caller
  }: Pick<MoveContext, 'callerId' | 'onWeb'> & { idempotency: IdempotencyClaim | null },
): Promise<Answer<FundMoved>> {
  const { db, ports, config } = deps;
  const answer = await runMoneyCommand(db, idempotency, async (tx) => {
    const moved = await moveFundInTx(tx, command, {
      ...caller,
      provider: ports.payments.provider,
      limits: config.paymentLimits,
      now: ports.clock.now(),
    });
    return moved.ok ? toFundAnswer(moved.value, config.publicUrl) : moved;
  });
  if (answer.ok && answer.value.orderId) await registerSoon(deps, answer.value.orderId, REGISTER_WAIT_MS);
  return answer;
}

function toFundAnswer(moved: FundOutcome, publicUrl: string): Answer<FundMoved> & { ok: true } {
  const { step, orderId } = moved;
  const value = { orderId, paymentLink: orderId && `${publicUrl}/pay/${orderId}` };
  if (step === 'accepted') return { ok: true, value, message: { code: 'contracts.work_accepted' } };
  if (step === 'released') {
    const values = { amount: formatRupees(moved.amountPaise), worker: moved.workerName };
    return { ok: true, value, message: { code: 'contracts.released', values } };
  }
  const code = orderId ? 'contracts.order_opened' : 'contracts.payment_success';
  return { ok: true, value, message: { code } };
}

export async function moveFundInTx(
  tx: Tx,
  command: MoveFund,
  context: MoveContext,
): Promise<Outcome<FundOutcome>> {
  const lockedMilestone = await lockMilestoneForSide(tx, {
    ...command,
    callerId: context.callerId,
    side: 'poster',
    ...(command.step === 'released' ? { ratesAt: context.now } : {}),
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  if (command.amountPaise !== null && command.amountPaise !== milestone.amount_paise)
    return refuseField('amountText', 'contracts.amount_differs');

  const facts = {
    ...toFundFacts(milestone, context.limits, { state: job.state, nextPosition: null }),
    suspended: findSuspended(contract),
  };
  const decision = decideFund(facts, command.step, command.acceptsWork);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  const subject = await loadNoticeSubject(tx, lockedMilestone.value);
  const outcome: FundOutcome = {
    step: command.step,
    orderId: null,
    amountPaise: milestone.amount_paise,
    workerName: subject.workerName,
  };
  if (decision.kind === 'taken') return done(outcome);
  if (context.onWeb && isTooSoon(command.step, milestone.changed_at, context.now))
    return refuse('conflict', 'contracts.too_soon');
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');

  const cause: Cause = { by: { role: 'poster', userId: context.callerId }, at: context.now };
  if (command.step === 'funded') {
    const obstacle = await checkCanFund(tx, lockedMilestone.value, context.now);
    if (!obstacle.ok) return obstacle;
    const orderId = await openOrder(tx, { milestone, posterId: contract.poster_id, ...context });
    await publishContractChange(tx, contract);
    return done({ ...outcome, orderId });
  }
  // Of a cancelled job, accepted work is paid at once.
  if (command.step === 'accepted' && job.state !== 'ending') {
    await transitionFunds(tx, [milestone], 'accept', cause);
    await notify(tx, buildNotice('worker', getNoticeType(fundLifecycle, 'accept', 'worker'), subject));
  } else {
    await acceptAndRelease(tx, lockedMilestone.value, subject, cause);
  }
  // A release publishes it with the rest.
  if (command.step !== 'released') await publishContractChange(tx, contract);
  return done(outcome);
}

/** Refuses what would go beyond the limits of a payer, or a payer who may fund nothing. */
async function checkCanFund(
  tx: Tx,
  { contract, milestone }: LockedMilestone,
  now: Date,
): Promise<Outcome<null>> {
  const payerId = contract.poster_id;
  await lockPayer(tx, payerId);
  const amountPaise = milestone.amount_paise;
  const obstacle = await findFundingObstacle(tx, {
    payerId,
    amountPaise,
    exceptMilestoneId: milestone.id,
    now,
  });
  return obstacle ? refuseFunding(obstacle) : done(null);
}

/**
 * Releases a milestone's money and accepts its work, unless that happened before. The worker receives the notice of the
 * release alone.
 */
export async function acceptAndRelease(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  cause: Cause,
): Promise<void> {
  const { milestone } = lockedMilestone;
  const [accepted = milestone] =
    milestone.fund_state === 'accepted' ? [] : await transitionFunds(tx, [milestone], 'accept', cause);
  await releaseMilestone(tx, { ...lockedMilestone, milestone: accepted }, subject, cause);
}

/** Releases a milestone's money to its worker. The last release completes the job. */
export async function releaseMilestone(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  cause: Cause,
): Promise<void> {
  const { isLast } = await releaseEscrow(tx, lockedMilestone, subject, cause);
  // A rating that was left before counts once enough was released.
  await recountJob(tx, lockedMilestone.contract);
  if (isLast) await completeJob(tx, lockedMilestone, subject, cause.at);
}

/** The worker starts work, completes it, or requests payment. */
export function moveWork(
  { db, ports, config }: Deps,
  command: MoveWork,
  caller: Pick<MoveContext, 'callerId' | 'onWeb'>,
): Promise<Outcome<null>> {
  const context = { ...caller, now: ports.clock.now(), releaseWaits: config.autoReleaseMs };
  return inTx(db, (tx) => moveWorkInTx(tx, command, context));
}

async function moveWorkInTx(
  tx: Tx,
  command: MoveWork,
  context: Pick<MoveContext, 'callerId' | 'now' | 'onWeb'> & { releaseWaits: ReleaseWaits },
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneForSide(tx, {
    ...command,
    callerId: context.callerId,
    side: 'worker',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  const jobFacts = toJobFacts(
    job.state,
    command.step === 'started' ? await listMilestones(tx, job.id) : [milestone],
  );
  const decision = decideWork(toMilestoneFacts(milestone, jobFacts), command.step);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  if (decision.kind === 'taken') return done(null);
  if (context.onWeb && isTooSoon(command.step, milestone.changed_at, context.now))
    return refuse('conflict', 'contracts.too_soon');
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');

  const { now } = context;
  const workEvent = WORK_EVENTS[command.step];
  const periodMs = workEvent === 'request_payment' ? await findPeriodMs(tx, job.id, context.releaseWaits) : 0;
  const [moved = milestone] = await transitionWork(tx, [milestone], workEvent, {
    by: { role: 'worker', userId: context.callerId },
    at: now,
    ...(workEvent === 'request_payment' && {
      change: { ...toWaitColumns(startWait(toWait(milestone), periodMs, now)), reminded_at: null },
    }),
  });
  if (command.step === 'completed') {
    // Completed work is never ended by a split.
    if (job.state === 'ending')
      await overtakeSplits(tx, [milestone], { by: { role: 'worker', userId: context.callerId }, at: now });
    const id = await insertCompletion(tx, {
      jobId: job.id,
      milestoneId: milestone.id,
      note: command.note,
      now,
    });
    const attached = await attachPhotos(tx, {
      ids: command.photoIds ?? [],
      ownerId: context.callerId,
      subject: 'completion',
      subjectId: id,
    });
    if (!attached.ok) return attached;
  }
  // A step may repeat after a requested change, and then notifies again.
  const event = `${milestone.id}:${now.getTime()}`;
  const notice = buildNotice(
    'poster',
    getNoticeType(workLifecycle, workEvent, 'poster'),
    await loadNoticeSubject(tx, lockedMilestone.value),
    event,
  );
  const releasesAt = calculateReleaseTime({ ...toMilestoneFacts(moved), ...toWait(moved) }, periodMs);
  await notify(
    tx,
    releasesAt ? { ...notice, values: { ...notice.values, time: releasesAt.toISOString() } } : notice,
  );
  await publishContractChange(tx, contract);
  return done(null);
}

/** The whole time that the poster of this job has to answer a payment request. */
async function findPeriodMs(tx: Tx, jobId: number, waits: ReleaseWaits): Promise<number> {
  return getWaitMs(waits, (await findAwardedJob(tx, jobId))?.in_person ?? false);
}

/** The poster sends finished work back. The worker continues, and no money is released automatically meanwhile. */
export function requestChange(deps: Deps, command: RequestChange, callerId: number): Promise<Outcome<null>> {
  const context = buildCancelContext(deps, callerId);
  return inTx(deps.db, (tx) => requestChangeInTx(tx, command, context));
}

async function requestChangeInTx(
  tx: Tx,
  command: RequestChange,
  context: CancelContext,
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneForSide(tx, {
    ...command,
    callerId: context.callerId,
    side: 'poster',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');
  const facts = { ...toMilestoneFacts(milestone), ...toWait(milestone), suspended: findSuspended(contract) };
  const decision = decideChange(facts);
  if (!decision) return refuse('conflict', 'contracts.no_work_to_change');
  if (decision.kind === 'refused') return refuse('conflict', decision.code);

  const { now } = context;
  await transitionWork(tx, [milestone], 'ask_change', {
    by: { role: 'poster', userId: context.callerId },
    at: now,
    change: { comment: command.comment, ...toWaitColumns(returnWork(toWait(milestone), now)) },
  });
  const subject = await loadNoticeSubject(tx, lockedMilestone.value);
  const type = getNoticeType(workLifecycle, 'ask_change', 'worker');
  const notification = buildNotice('worker', type, subject, `${milestone.id}:${now.getTime()}`);
  await notify(tx, { ...notification, values: { ...notification.values, comment: command.comment } });
  // In a cancelled job, what was sent back can be ended by a split too.
  if (job.state === 'ending') await continueEnding(tx, job.id, context);
  await publishContractChange(tx, contract);
  return done(null);
}
