import { SPLIT_DAYS, type Side } from '@fws/contract/contracts/model';
import type { AnswerSplit, ProposeSplit } from '@fws/contract/contracts/schemas';
import { splitLifecycle } from '@fws/contract/contracts/splitting/lifecycle';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { notify, notifyMany } from '../../../platform/queue/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { openDispute } from '../../disputes/index.ts';
import {
  buildNotice,
  findMilestoneJobId,
  findOpenSplit,
  findSide,
  findSplit,
  insertTurn,
  loadNoticeSubject,
  listMilestones,
  lockMilestoneContext,
  openSplits,
  publishContractChange,
  splitEscrow,
  transitionSplits,
  type LockedMilestone,
  type MilestoneRow,
  type SplitRow,
} from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { getRefundChargeBps, goesToFws } from '../cancelling/rules.ts';
import { buildCancelContext, toCancelFacts, type CancelContext } from '../cancelling/service.ts';
import { findJobEnding } from '../cancelling/store.ts';
import { escrowEvents } from '../job-progress/service.ts';
import { decideAnswer, decideProposal, type SplitDecision } from './rules.ts';
import { toSplitFacts, toSplitMilestone } from './facts.ts';

const DAY_MS = 24 * 3600_000;

interface Turn {
  side: Side;
  workerPaise: number;
  comment: string;
}

/** One side of a cancelled job says what started work is worth. Answers the job, whose contract is read again. */
export const proposeSplit = (
  deps: Deps,
  command: ProposeSplit,
  { callerId, idempotency }: { callerId: number; idempotency: IdempotencyClaim | null },
): Promise<Outcome<{ jobId: number }>> =>
  runMoneyCommand(deps.db, idempotency, (tx) =>
    proposeSplitInTx(tx, command, buildCancelContext(deps, callerId)),
  );

async function proposeSplitInTx(
  tx: Tx,
  command: ProposeSplit,
  context: CancelContext,
): Promise<Outcome<{ jobId: number }>> {
  const jobId = await findMilestoneJobId(tx, command.milestoneId);
  const locked = await lockForSide(tx, jobId, command.milestoneId, context.callerId);
  if (!locked) return refuse('not_found', 'contracts.milestone_not_found');
  const { lockedMilestone, side } = locked;
  const { job, milestone } = lockedMilestone;
  if (job.state !== 'ending') return refuse('conflict', 'contracts.not_ending');
  const split = await findOrOpenSplit(tx, milestone, context.now);
  if (!split) return refuse('conflict', 'contracts.split_not_started');
  const { workerPaise, version, comment } = command;
  const decision = decideProposal(toSplitMilestone(milestone), toSplitFacts(split), {
    side,
    workerPaise,
    version,
  });
  if (decision.kind === 'refused') return refuseSplit(decision.code);
  const dueAt = new Date(context.now.getTime() + SPLIT_DAYS * DAY_MS);
  const proposed = await recordTurn(tx, split, { side, workerPaise, comment }, { dueAt, context });
  await carryOut(tx, lockedMilestone, proposed, { decision, side, context });
  return done({ jobId: job.id });
}

/** After a hold was lifted, the periodic task has perhaps not opened it yet. */
async function findOrOpenSplit(tx: Tx, milestone: MilestoneRow, now: Date): Promise<SplitRow | null> {
  const split = await findOpenSplit(tx, milestone);
  if (split || milestone.fund_state !== 'funded' || milestone.work_state !== 'started' || milestone.on_hold)
    return split;
  await openSplits(tx, [milestone], { now, dueAt: new Date(now.getTime() + SPLIT_DAYS * DAY_MS) });
  return findOpenSplit(tx, milestone);
}

/** The other side agrees, names another sum, or refuses. */
export const answerSplit = (
  deps: Deps,
  command: AnswerSplit,
  { callerId, idempotency }: { callerId: number; idempotency: IdempotencyClaim | null },
): Promise<Outcome<{ jobId: number }>> =>
  runMoneyCommand(deps.db, idempotency, (tx) =>
    answerSplitInTx(tx, command, buildCancelContext(deps, callerId)),
  );

async function answerSplitInTx(
  tx: Tx,
  command: AnswerSplit,
  context: CancelContext,
): Promise<Outcome<{ jobId: number }>> {
  const unlockedSplit = await findSplit(tx, command.splitId);
  const locked =
    unlockedSplit &&
    (await lockForSide(tx, unlockedSplit.job_id, unlockedSplit.milestone_id, context.callerId));
  const split = locked && (await findSplit(tx, command.splitId));
  if (!locked || !split) return refuse('not_found', 'contracts.split_not_found');
  const { lockedMilestone, side } = locked;
  const { job, milestone } = lockedMilestone;
  const { answer, version, workerPaise } = command;
  if (split.state === 'agreed' && answer === 'agree' && version === split.version)
    return done({ jobId: job.id });
  if (split.closed_at !== null) return refuse('conflict', 'contracts.split_changed');
  const milestones = await listMilestones(tx, job.id);
  const decision = decideAnswer(toSplitMilestone(milestone), toSplitFacts(split), {
    side,
    answer,
    workerPaise,
    version,
    goesToFws: goesToFws(milestones.map(toCancelFacts)),
  });
  if (decision.kind === 'refused') return refuseSplit(decision.code);
  const isCounter = answer === 'counter' && workerPaise !== null && workerPaise !== split.worker_paise;
  const answered = isCounter
    ? await recordTurn(
        tx,
        split,
        { side, workerPaise, comment: command.comment },
        { dueAt: split.due_at, context },
      )
    : split;
  await carryOut(tx, lockedMilestone, answered, { decision, side, context, comment: command.comment });
  return done({ jobId: job.id });
}

const refuseSplit = (code: Extract<SplitDecision, { kind: 'refused' }>['code']): Outcome<never> =>
  code === 'contracts.split_amount' ? refuseField('workerText', code) : refuse('conflict', code);

async function lockForSide(
  tx: Tx,
  jobId: number | null,
  milestoneId: number,
  callerId: number,
): Promise<{ lockedMilestone: LockedMilestone; side: Side } | null> {
  const lockedMilestone = jobId === null ? null : await lockMilestoneContext(tx, { jobId, milestoneId });
  const side = lockedMilestone && findSide(lockedMilestone.contract, callerId);
  return lockedMilestone && side ? { lockedMilestone, side } : null;
}

async function recordTurn(
  tx: Tx,
  split: SplitRow,
  turn: Turn,
  { dueAt, context }: { dueAt: Date; context: CancelContext },
): Promise<SplitRow> {
  const cause: Cause = { by: { role: turn.side, userId: context.callerId }, at: context.now };
  await insertTurn(tx, split, { ...turn, at: context.now });
  const change = {
    version: split.version + 1,
    turns: split.turns + 1,
    side: turn.side,
    worker_paise: turn.workerPaise,
    due_at: dueAt,
    // A first proposal gives the other side the whole time, so it is reminded anew.
    ...(split.turns === 0 ? { reminders: 0 } : {}),
  };
  const [moved = split] = await transitionSplits(tx, [split], 'propose', { ...cause, change });
  return moved;
}

async function carryOut(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  split: SplitRow,
  outcome: { decision: SplitDecision; side: Side; context: CancelContext; comment?: string },
): Promise<void> {
  const { decision, side, context } = outcome;
  const { contract } = lockedMilestone;
  const cause: Cause = { by: { role: side, userId: context.callerId }, at: context.now };
  if (decision.kind === 'agree')
    await settleSplit(tx, lockedMilestone, split, { event: 'agree', cause, context });
  if (decision.kind === 'dispute')
    await disputeSplit(tx, lockedMilestone, split, {
      side,
      origin: 'refused_split',
      cause,
      details: outcome.comment ?? '',
    });
  if (decision.kind !== 'propose') return;
  const subject = await loadNoticeSubject(tx, lockedMilestone);
  const to = side === 'poster' ? 'worker' : 'poster';
  const notice = buildNotice(
    to,
    getNoticeType(splitLifecycle, 'propose', to),
    { ...subject, amountPaise: split.worker_paise ?? 0 },
    `${split.id}:${split.turns}`,
  );
  const person = (await loadPeople(tx, [context.callerId])).get(context.callerId)?.name ?? '';
  await notify(tx, { ...notice, values: { ...notice.values, person, time: split.due_at.toISOString() } });
  await publishContractChange(tx, contract);
}

/** Divides the milestone's money as the last proposal says: one transaction of the ledger. */
export async function settleSplit(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  split: SplitRow,
  {
    event,
    cause,
    context,
  }: { event: 'agree' | 'stand'; cause: Cause; context: Pick<CancelContext, 'chargeBps'> },
): Promise<void> {
  const { job, contract, milestone } = lockedMilestone;
  const ending = await findJobEnding(tx, job.id);
  if (!ending || split.worker_paise === null) throw new Error(`split ${split.id} has no sum to divide`);
  const { amount_paise: amountPaise, id: milestoneId } = milestone;
  const toWorkerPaise = split.worker_paise;
  await transitionSplits(tx, [split], event, { ...cause, change: { closed_at: cause.at } });
  const subject = await loadNoticeSubject(tx, lockedMilestone);
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((to) =>
      buildNotice(
        to,
        getNoticeType(splitLifecycle, event, to),
        { ...subject, amountPaise: toWorkerPaise },
        String(split.id),
      ),
    ),
  );
  await splitEscrow(
    tx,
    { job, contract },
    {
      source: { splitId: split.id },
      held: [{ milestoneId, amountPaise, milestone }],
      parts: [{ milestoneId, toWorkerPaise, toPosterPaise: amountPaise - toWorkerPaise }],
      chargeBps: getRefundChargeBps(ending.side, context.chargeBps),
      cause,
    },
    escrowEvents,
  );
  await publishContractChange(tx, contract);
}

/** Opens a dispute of the milestone. Its money stays held until an admin decides. */
export async function disputeSplit(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  split: SplitRow,
  opened: { side: Side; origin: 'refused_split' | 'late_split'; details: string; cause: Cause },
): Promise<void> {
  const { milestone } = lockedMilestone;
  const { side, origin, details, cause } = opened;
  await transitionSplits(tx, [split], 'dispute', { ...cause, change: { closed_at: cause.at } });
  const dispute = await openDispute(tx, lockedMilestone, {
    side,
    issue: 'cancel_project',
    details,
    origin,
    milestones: [milestone],
    cause,
  });
  const subject = await loadNoticeSubject(tx, lockedMilestone);
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((to) => {
      const notice = buildNotice(to, getNoticeType(splitLifecycle, 'dispute', to), subject, String(split.id));
      return {
        ...notice,
        values: { ...notice.values, ticket: formatTicketNumber(dispute.id) },
        path: `/disputes?ticket=${dispute.id}`,
      };
    }),
  );
}
