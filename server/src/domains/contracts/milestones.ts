import { fundLifecycle } from '@fws/contract/contracts/lifecycle';
import type { FundStep } from '@fws/contract/contracts/model';
import type { FundMoved, MoveFund, PaymentLimits } from '@fws/contract/contracts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Answer } from '../../platform/answer.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../platform/idempotency.ts';
import { notify } from '../../platform/queue/index.ts';
import type { Cause } from '../../platform/transition.ts';
import {
  buildNotice,
  isUnderWay,
  loadNoticeSubject,
  openOrder,
  publishContractChange,
  registerSoon,
  releaseEscrow,
  transitionFunds,
  type LockedMilestone,
  type NoticeSubject,
} from '../escrow/index.ts';
import { recountJob } from '../reviews/index.ts';
import { findFundingObstacle, lockPayer } from '../rests/index.ts';
import { refuseFunding } from './policy.ts';
import { completeJob } from './job-progress/service.ts';
import { decideFund, isTooSoon } from './rules.ts';
import { toFundFacts } from './facts.ts';
import { findSuspended, lockMilestoneForSide } from './milestone-lock.ts';

/** The result of a poster's step. */
interface FundOutcome {
  step: FundStep;
  orderId: string | null;
  amountPaise: number;
  workerName: string;
}

export interface MoveContext {
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
  if (isLast) await completeJob(tx, lockedMilestone, subject, cause.at);
  // A rating that was left before counts once enough was released. The end of the job counts it, too.
  else await recountJob(tx, lockedMilestone.contract);
}
