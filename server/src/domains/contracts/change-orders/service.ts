import { changeLifecycle, type ChangeEvent } from '@fws/contract/contracts/change-orders/lifecycle';
import { CHANGE_DAYS, type ChangeAnswer } from '@fws/contract/contracts/change-orders/model';
import type { Side } from '@fws/contract/contracts/model';
import type { AnswerChange, ProposeChange, WantedPlan } from '@fws/contract/contracts/schemas';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Answer } from '../../../platform/answer.ts';
import { countAttempt } from '../../../platform/attempts.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import type { Cause } from '../../../platform/transition.ts';
import { changePlan, publishContractChange } from '../../escrow/index.ts';
import { LIMITS } from '../limits.ts';
import { getOtherSide } from '../turns/rules.ts';
import { toChangeFacts } from './facts.ts';
import {
  checkChanges,
  checkMayChange,
  lockPlan,
  prepareTurn,
  type ChangeContext,
  type LockedPlan,
} from './locked-plan.ts';
import { notifyOfChange } from './notices.ts';
import { decideAnswer, sumPaise } from './rules.ts';
import {
  findChange,
  findLastTurn,
  findOpenChange,
  insertChange,
  insertChangeTurn,
  insertPlanVersion,
  transitionChanges,
  updateContractPlan,
  type ChangeOrderRow,
} from './store.ts';

const DAY_MS = 24 * 3600_000;

/** The change that a command was about. */
interface ChangeAt {
  jobId: number;
  changeId: number;
}

const buildContext = ({ config, ports }: Deps, callerId: number): ChangeContext => ({
  callerId,
  limits: config.paymentLimits,
  proposals: config.limits.get(LIMITS.change_user),
  now: ports.clock.now(),
});

/** Before the locks, so that proposals over the limit do not wait for them. What is refused otherwise does not count. */
const countProposal = (tx: Tx, { proposals, callerId, now }: ChangeContext) =>
  countAttempt(tx, proposals, String(callerId), now);

/** One side of a running job proposes another plan. */
export const proposeChange = (
  deps: Deps,
  command: ProposeChange,
  { callerId, idempotency }: { callerId: number; idempotency: IdempotencyClaim | null },
): Promise<Answer<ChangeAt>> =>
  runMoneyCommand(deps.db, idempotency, (tx) => proposeChangeInTx(tx, command, buildContext(deps, callerId)));

async function proposeChangeInTx(
  tx: Tx,
  { jobId, planVersion, wanted }: ProposeChange,
  context: ChangeContext,
): Promise<Outcome<ChangeAt>> {
  const counted = await countProposal(tx, context);
  if (!counted.ok) return counted;
  const locked = await lockPlan(tx, jobId, context.callerId);
  if (!locked) return refuse('not_found', 'contracts.not_found');
  const { lockedJob, side, current } = locked;
  if (await findOpenChange(tx, jobId)) return refuse('conflict', 'contracts.change_open');
  if (planVersion !== '' && planVersion !== String(current.version))
    return refuse('conflict', 'contracts.change_plan_moved');
  const turn = await prepareTurn(tx, locked, wanted, context);
  if (!turn.ok) return turn;
  const dueAt = new Date(context.now.getTime() + CHANGE_DAYS * DAY_MS);
  const change = await insertChange(tx, {
    jobId,
    side,
    planVersion: current.version,
    dueAt,
    now: context.now,
  });
  await insertChangeTurn(tx, change, turn.value);
  const to = [{ side: getOtherSide(side), type: 'change_proposed' as const }];
  await notifyOfChange(tx, lockedJob, change, {
    to,
    by: context.callerId,
    totalPaise: turn.value.totalPaise,
  });
  await publishContractChange(tx, lockedJob.contract);
  return done({ jobId, changeId: change.id });
}

const ANSWER_MESSAGES = {
  agree: 'contracts.change_agreed',
  counter: 'contracts.change_countered',
  refuse: 'contracts.change_refused',
  withdraw: 'contracts.change_withdrawn',
} as const satisfies Record<ChangeAnswer, SharedMessageId>;

/** The other side agrees, names another change or refuses; or the side that proposed withdraws. */
export const answerChange = (
  deps: Deps,
  command: AnswerChange,
  { callerId, idempotency }: { callerId: number; idempotency: IdempotencyClaim | null },
): Promise<Answer<ChangeAt>> =>
  runMoneyCommand(deps.db, idempotency, async (tx) => {
    const answered = await answerChangeInTx(tx, command, buildContext(deps, callerId));
    return answered.ok ? { ...answered, message: { code: ANSWER_MESSAGES[command.answer] } } : answered;
  });

async function answerChangeInTx(
  tx: Tx,
  { changeId, answer, version, wanted }: AnswerChange,
  context: ChangeContext,
): Promise<Outcome<ChangeAt>> {
  if (answer === 'counter') {
    const counted = await countProposal(tx, context);
    if (!counted.ok) return counted;
  }
  const unlockedChange = await findChange(tx, changeId);
  const locked = unlockedChange && (await lockPlan(tx, unlockedChange.job_id, context.callerId));
  const change = locked && (await findChange(tx, changeId));
  if (!locked || !change) return refuse('not_found', 'contracts.change_not_found');
  const { side, lockedJob } = locked;
  const decision = decideAnswer(toChangeFacts(change, context.now), { side, answer, version });
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  const at = { jobId: change.job_id, changeId };
  if (decision.kind === 'taken') return done(at);
  const answered = { change, locked, context };
  if (answer === 'agree') {
    const agreed = await agree(tx, answered);
    if (!agreed.ok) return agreed;
  } else if (answer === 'counter') {
    const countered = await counter(tx, answered, wanted);
    if (!countered.ok) return countered;
  } else {
    await close(tx, answered, answer);
  }
  await publishContractChange(tx, lockedJob.contract);
  return done(at);
}

interface Answered {
  change: ChangeOrderRow;
  locked: LockedPlan;
  context: ChangeContext;
}

const buildCause = ({ locked, context }: Answered): Cause => ({
  by: { role: locked.side, userId: context.callerId },
  at: context.now,
});

/** Moves the change and tells the other side. */
async function moveChange(
  tx: Tx,
  answered: Answered,
  event: Exclude<ChangeEvent, 'lapse' | 'overtake'>,
  {
    totalPaise,
    ...change
  }: { totalPaise: number; closed_at?: Date; turns?: number; side?: Side; due_at?: Date },
): Promise<ChangeOrderRow> {
  const { locked, context } = answered;
  const [moved = answered.change] = await transitionChanges(tx, [answered.change], event, {
    ...buildCause(answered),
    change,
  });
  const side = getOtherSide(locked.side);
  await notifyOfChange(tx, locked.lockedJob, moved, {
    to: [{ side, type: getNoticeType(changeLifecycle, event, side) }],
    by: context.callerId,
    totalPaise,
  });
  return moved;
}

/** The plan changes. Everything is checked again, because milestones may have moved since the proposal. */
async function agree(tx: Tx, answered: Answered): Promise<Outcome<null>> {
  const { change, locked, context } = answered;
  const { milestones, plan, current, isFirst } = locked;
  const allowed = await checkMayChange(tx, locked);
  if (!allowed.ok) return allowed;
  if (change.plan_version !== current.version) return refuse('conflict', 'contracts.change_plan_moved');
  const { changes, finish_by: wantedFinishBy } = await findLastTurn(tx, change);
  const checked = await checkChanges(tx, locked, { changes, finishBy: wantedFinishBy }, context);
  if (!checked.ok) return checked;

  const jobId = change.job_id;
  const { now } = context;
  if (isFirst) {
    const { version, parts, total_paise: totalPaise, finish_by: finishBy, agreed_at: at } = current;
    await insertPlanVersion(tx, { jobId, version, parts, totalPaise, finishBy, changeId: null, at });
  }
  const parts = await changePlan(tx, {
    jobId,
    milestones,
    changes,
    nextPosition: plan.nextPosition,
    cause: buildCause(answered),
  });
  const finishBy = wantedFinishBy ?? current.finish_by;
  const totalPaise = sumPaise(parts.map(({ amountPaise }) => amountPaise));
  await updateContractPlan(tx, jobId, { totalPaise, finishBy });
  const version = current.version + 1;
  await insertPlanVersion(tx, {
    jobId,
    version,
    parts,
    totalPaise,
    finishBy,
    changeId: change.id,
    at: now,
  });
  await moveChange(tx, answered, 'agree', { totalPaise, closed_at: now });
  return done(null);
}

async function counter(tx: Tx, answered: Answered, wanted: WantedPlan): Promise<Outcome<null>> {
  const { change, locked, context } = answered;
  const turn = await prepareTurn(tx, locked, wanted, context);
  if (!turn.ok) return turn;
  const moved = await moveChange(tx, answered, 'counter', {
    totalPaise: turn.value.totalPaise,
    turns: change.turns + 1,
    side: locked.side,
    due_at: new Date(context.now.getTime() + CHANGE_DAYS * DAY_MS),
  });
  await insertChangeTurn(tx, moved, turn.value);
  return done(null);
}

async function close(tx: Tx, answered: Answered, event: 'refuse' | 'withdraw'): Promise<void> {
  const { total_paise: totalPaise } = await findLastTurn(tx, answered.change);
  await moveChange(tx, answered, event, { totalPaise, closed_at: answered.context.now });
}
