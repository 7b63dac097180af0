import { UNSETTLED, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';
import type { ChangeState } from '@fws/contract/contracts/change-orders/lifecycle';
import {
  CHANGE_TURNS_MAX,
  type ChangeAnswer,
  type PartChange,
  type PlanPart,
} from '@fws/contract/contracts/change-orders/model';
import type { ChangeRow, PaymentLimits, WantedPlan } from '@fws/contract/contracts/schemas';
import type { Side } from '@fws/contract/contracts/model';
import { formatRupees } from '@fws/contract/platform/display';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { Ability } from '@fws/contract/platform/lifecycle';
import { JOB_MAX_PAISE, MILESTONES_MAX } from '@fws/contract/platform/limits';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { MessageValues } from '@fws/contract/platform/refusal';
import { findPaymentProblem } from '@fws/contract/quotes/payable';
import { mayFund } from '../../escrow/index.ts';

/** A milestone with what decides whether it can change. */
export interface PartFacts extends PlanPart {
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  /** What it is of a visit that has not begun: its fee, or the work that it begins. */
  visit?: 'fee' | 'work';
}

export interface Plan {
  parts: readonly PartFacts[];
  /** The number of the next milestone that is added. Numbers of removed ones are not used again. */
  nextPosition: number;
}

/** Why a change cannot be. `field`: the field of the form that it is about. */
export interface ChangeProblem {
  code: SharedMessageId;
  values?: MessageValues;
  kind?: 'not_found';
  field?: 'milestoneAmountTexts' | 'finishBy';
}

export type Changes = { ok: true; changes: PartChange[] } | { ok: false; problem: ChangeProblem };

/**
 * What the wanted plan changes. `isSameName`: a standard part is stored as a message id, and was shown in the reader's
 * language.
 */
export function toChanges(
  parts: readonly PlanPart[],
  wanted: Pick<WantedPlan, 'parts' | 'removedIds'>,
  isSameName: (stored: string, sent: string) => boolean,
): Changes {
  const ids = [...wanted.parts.flatMap(({ milestoneId }) => milestoneId ?? []), ...wanted.removedIds];
  if (ids.some((id) => !parts.some(({ milestoneId }) => milestoneId === id)))
    return { ok: false, problem: { code: 'contracts.milestone_not_found', kind: 'not_found' } };
  if (new Set(ids).size < ids.length) return { ok: false, problem: { code: 'contracts.change_twice' } };
  const changes = wanted.parts.flatMap(({ milestoneId, name, amountPaise }): PartChange[] => {
    const part = parts.find((candidate) => candidate.milestoneId === milestoneId);
    if (!part) return [{ kind: 'add', name, amountPaise }];
    const keepsName = isSameName(part.name, name);
    if (keepsName && amountPaise === part.amountPaise) return [];
    return [
      { kind: 'change', milestoneId: part.milestoneId, name: keepsName ? part.name : name, amountPaise },
    ];
  });
  const removals = wanted.removedIds.map((milestoneId) => ({ kind: 'remove' as const, milestoneId }));
  return { ok: true, changes: [...changes, ...removals] };
}

/** The milestones that a proposal changes or removes. */
export const listTouchedIds = (changes: readonly PartChange[]): number[] =>
  changes.flatMap((change) => (change.kind === 'add' ? [] : change.milestoneId));

/** Each milestone before and after the changes, in their order; added ones last. */
export function compareParts(
  parts: readonly PlanPart[],
  changes: readonly PartChange[],
  nextPosition: number,
): ChangeRow[] {
  const rows = parts.map((part): ChangeRow => {
    const change = changes.find(
      (candidate) => candidate.kind !== 'add' && candidate.milestoneId === part.milestoneId,
    );
    const isRemoved = change?.kind === 'remove';
    const after = change?.kind === 'change' ? change : part;
    return {
      kind: change ? (isRemoved ? 'removed' : 'changed') : 'kept',
      milestoneId: part.milestoneId,
      position: part.position,
      nameBefore: part.name,
      amountBeforePaise: part.amountPaise,
      name: isRemoved ? null : after.name,
      amountPaise: isRemoved ? null : after.amountPaise,
    };
  });
  const added = changes
    .filter((change) => change.kind === 'add')
    .map(({ name, amountPaise }, index): ChangeRow => ({
      kind: 'added',
      milestoneId: null,
      position: nextPosition + index,
      nameBefore: null,
      amountBeforePaise: null,
      name,
      amountPaise,
    }));
  return [...rows, ...added];
}

export const sumPaise = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, paise) => sum + (paise ?? 0), 0);

/** How many years after today the day of a job can be. */
const PLANNED_YEARS = 2;

/** Whether the changes can be made now. Asked when they are proposed, and again under the locks when they are agreed. */
export function findChangeProblem(
  plan: Plan,
  { changes, finishBy }: { changes: readonly PartChange[]; finishBy: string | null },
  { limits, today }: { limits: PaymentLimits; today: string },
): ChangeProblem | null {
  const touchedIds = listTouchedIds(changes);
  for (const part of plan.parts.filter(({ milestoneId }) => touchedIds.includes(milestoneId))) {
    const problem = findPartProblem(part) ?? findVisitProblem(part, changes);
    if (problem) return problem;
  }
  const rows = compareParts(plan.parts, changes, plan.nextPosition);
  return findAmountProblem(rows, limits) ?? findEndProblem(plan, rows) ?? findDateProblem(finishBy, today);
}

function findPartProblem({ fund, work, onHold, position: number }: PartFacts): ChangeProblem | null {
  if (onHold) return { code: 'contracts.on_hold' };
  if (fund === 'funding_pending') return { code: 'contracts.change_being_paid', values: { number } };
  return fund === 'unfunded' && work === 'not_started'
    ? null
    : { code: 'contracts.change_paid', values: { number } };
}

/** Both sides have accepted the fee with the day of the visit, and without its milestone the visit could begin nothing. */
function findVisitProblem(
  { milestoneId, visit, position: number }: PartFacts,
  changes: readonly PartChange[],
): ChangeProblem | null {
  if (visit === 'fee') return { code: 'contracts.change_visit_fee', values: { number } };
  const isRemoved = changes.some((change) => change.kind === 'remove' && change.milestoneId === milestoneId);
  return visit === 'work' && isRemoved ? { code: 'contracts.change_visit_work', values: { number } } : null;
}

function findAmountProblem(rows: readonly ChangeRow[], limits: PaymentLimits): ChangeProblem | null {
  for (const { kind, amountPaise, position } of rows) {
    if (amountPaise === null || (kind !== 'changed' && kind !== 'added')) continue;
    const problem = findPaymentProblem(amountPaise, limits);
    if (problem === null) continue;
    const values = {
      number: position,
      amount: formatRupees(amountPaise),
      minimum: formatRupees(limits.minPaise),
      maximum: formatRupees(limits.maxPaise),
    };
    return { code: `quotes.milestone_${problem}`, values, field: 'milestoneAmountTexts' };
  }
  const after = rows.filter(({ kind }) => kind !== 'removed');
  if (after.length > MILESTONES_MAX && rows.some(({ kind }) => kind === 'added'))
    return { code: 'contracts.change_too_many', values: { max: MILESTONES_MAX } };
  const totalPaise = sumPaise(rows.map(({ amountPaise }) => amountPaise));
  return totalPaise > JOB_MAX_PAISE
    ? {
        code: 'contracts.change_total',
        values: { amount: formatRupees(totalPaise), max: formatRupees(JOB_MAX_PAISE) },
      }
    : null;
}

/** A job whose last milestone is settled is completed by a release or ended by cancelling, not by a change. */
function findEndProblem(plan: Plan, rows: readonly ChangeRow[]): ChangeProblem | null {
  const isLeft = rows.some(
    ({ kind, milestoneId }) =>
      kind === 'added' ||
      (kind !== 'removed' &&
        plan.parts.some((part) => part.milestoneId === milestoneId && UNSETTLED.includes(part.fund))),
  );
  return isLeft ? null : { code: 'contracts.change_ends_job' };
}

function findDateProblem(finishBy: string | null, today: string): ChangeProblem | null {
  if (finishBy === null) return null;
  if (finishBy < today) return { code: 'contracts.change_date_past', field: 'finishBy' };
  const last = `${Number(today.slice(0, 4)) + PLANNED_YEARS}${today.slice(4)}`;
  return finishBy > last ? { code: 'contracts.change_date_far', field: 'finishBy' } : null;
}

/** What is left to pay by the plan, before the changes and after them. */
export function sumUnpaid(
  plan: Plan,
  changes: readonly PartChange[],
): { beforePaise: number; afterPaise: number } {
  const isUnpaid = (fund: FundState) => fund === 'unfunded' || fund === 'funding_pending';
  const unpaid = plan.parts.filter(({ fund }) => isUnpaid(fund));
  const rows = compareParts(unpaid, changes, plan.nextPosition);
  return {
    beforePaise: sumPaise(rows.map(({ amountBeforePaise }) => amountBeforePaise)),
    afterPaise: sumPaise(rows.map(({ amountPaise }) => amountPaise)),
  };
}

export interface ChangeFacts {
  state: ChangeState;
  /** Who made the last proposal. */
  side: Side;
  turns: number;
  isOver: boolean;
}

export type AnswerDecision =
  | { kind: 'take' }
  /** It was answered so before, and repeating it changes nothing. */
  | { kind: 'taken' }
  | { kind: 'refused'; code: SharedMessageId };

const ANSWERED: Partial<Record<ChangeState, ChangeAnswer>> = {
  agreed: 'agree',
  refused: 'refuse',
  withdrawn: 'withdraw',
};

/** The side that did not make the last proposal answers it; the one that did may withdraw it. */
export function decideAnswer(
  change: ChangeFacts,
  { side, answer, version }: { side: Side; answer: ChangeAnswer; version: number },
): AnswerDecision {
  const refuse = (code: SharedMessageId) => ({ kind: 'refused', code }) as const;
  const isOwn = change.side === side;
  const mayAnswer = (answer === 'withdraw') === isOwn;
  if (change.state !== 'proposed')
    return ANSWERED[change.state] === answer && version === change.turns && mayAnswer
      ? { kind: 'taken' }
      : refuse('contracts.change_ended');
  if (change.isOver) return refuse('contracts.change_ended');
  if (version !== change.turns) return refuse('contracts.change_moved');
  if (!mayAnswer) return refuse(isOwn ? 'contracts.change_yours' : 'contracts.change_theirs');
  if (answer === 'counter' && change.turns >= CHANGE_TURNS_MAX) return refuse('contracts.change_turns_over');
  return { kind: 'take' };
}

/** Why no plan can change now: the job has no room for new money, or the other side's account is suspended. */
export function findPlanObstacle(state: JobState, suspended: Side | null): SharedMessageId | null {
  if (!mayFund(state)) return state === 'ending' ? 'contracts.job_ending' : 'contracts.job_closed';
  return suspended && `contracts.${suspended}_suspended`;
}

/** Why the last proposal cannot be agreed to as the milestones are now. Another one may still be proposed. */
export function findPartObstacle(
  parts: readonly PartFacts[],
  changes: readonly PartChange[],
): SharedMessageId | null {
  const touchedIds = listTouchedIds(changes);
  const touched = parts.filter(({ milestoneId }) => touchedIds.includes(milestoneId));
  if (touched.some(({ onHold }) => onHold)) return 'contracts.on_hold';
  return touched.some(({ fund }) => fund === 'funding_pending') ? 'contracts.change_part_being_paid' : null;
}

/** What this side may answer now. `ofPlan`, `ofParts`: what stands against another plan, and against this one. */
export function findAnswerAbilities(
  change: ChangeFacts,
  side: Side,
  { ofPlan, ofParts }: { ofPlan: SharedMessageId | null; ofParts: SharedMessageId | null },
): Record<'agree' | 'counter' | 'refuse' | 'withdraw', Ability> {
  const find = (answer: ChangeAnswer, obstacle: SharedMessageId | null = null): Ability => {
    const decision = decideAnswer(change, { side, answer, version: change.turns });
    if (decision.kind === 'take') return obstacle ? { allowed: false, reason: obstacle } : { allowed: true };
    const reason = decision.kind === 'refused' ? decision.code : 'contracts.change_ended';
    return { allowed: false, reason };
  };
  return {
    agree: find('agree', ofPlan ?? ofParts),
    counter: find('counter', ofPlan),
    refuse: find('refuse'),
    withdraw: find('withdraw'),
  };
}
