import type { ChangeOrder, Contract, Milestone } from '@fws/contract/contracts/schemas';
import { parseRupees, toRupees } from '@fws/contract/platform/money';

/** A change of a plan being written. Amounts are the typed texts. */
export interface PlanDraft {
  rows: PlanDraftRow[];
  /** "2026-12-18"; empty while no day is agreed or chosen. */
  finishBy: string;
  note: string;
}

export interface PlanDraftRow {
  key: number;
  /** Null for a new milestone. */
  milestoneId: number | null;
  number: number;
  name: string;
  amount: string;
  removed: boolean;
}

/** Nobody has paid for it or worked on it. */
export const isChangeable = ({ fund, work, onHold }: Pick<Milestone, 'fund' | 'work' | 'onHold'>): boolean =>
  fund === 'unfunded' && work === 'not_started' && !onHold;

function toDraftRow(milestone: Milestone, change: ChangeOrder | null): PlanDraftRow {
  const row = change?.rows.find(({ milestoneId }) => milestoneId === milestone.id);
  return {
    key: milestone.position,
    milestoneId: milestone.id,
    number: milestone.position,
    name: row?.name ?? milestone.name,
    amount: toRupees(row?.amountPaise ?? milestone.amountPaise),
    removed: row?.kind === 'removed',
  };
}

/** The plan as it is, or as the change proposes it that is answered with another. */
export function createPlanDraft(contract: Contract, change: ChangeOrder | null): PlanDraft {
  const rows = contract.milestones.filter(isChangeable).map((milestone) => toDraftRow(milestone, change));
  const added = (change?.rows ?? [])
    .filter(({ kind }) => kind === 'added')
    .map((row): PlanDraftRow => ({
      key: row.position,
      milestoneId: null,
      number: row.position,
      name: row.name ?? '',
      amount: toRupees(row.amountPaise ?? 0),
      removed: false,
    }));
  return { rows: [...rows, ...added], finishBy: (change ?? contract).finishBy ?? '', note: '' };
}

/** Reads a stored draft; undefined when it does not have the shape of one. */
export function readPlanDraft(stored: unknown): PlanDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { rows, finishBy, note } = stored as Partial<PlanDraft>;
  const isDraft =
    Array.isArray(rows) &&
    rows.every((row) => typeof row?.name === 'string' && typeof row.amount === 'string') &&
    typeof finishBy === 'string' &&
    typeof note === 'string';
  return isDraft ? { rows, finishBy, note } : undefined;
}

/**
 * With a row for each milestone that can change now: some may have been paid since the draft was written, and a payment may
 * have ended unpaid. New milestones have the numbers that they would get.
 */
export function fitPlanDraft(draft: PlanDraft, contract: Contract, change: ChangeOrder | null): PlanDraft {
  const rows = contract.milestones
    .filter(isChangeable)
    .map(
      (milestone) =>
        draft.rows.find(({ milestoneId }) => milestoneId === milestone.id) ?? toDraftRow(milestone, change),
    );
  const added = draft.rows
    .filter(({ milestoneId }) => milestoneId === null)
    .map((row, index) => ({ ...row, number: contract.change.nextPosition + index }));
  return { ...draft, rows: [...rows, ...added] };
}

/** Adds a milestone after the last one. */
export function addPlanRow(
  draft: PlanDraft,
  { change: { nextPosition } }: Pick<Contract, 'change'>,
): PlanDraft {
  const key = Math.max(nextPosition, ...draft.rows.map((each) => each.key + 1));
  const number = nextPosition + draft.rows.filter(({ milestoneId }) => milestoneId === null).length;
  const row = { key, milestoneId: null, number, name: '', amount: '', removed: false };
  return { ...draft, rows: [...draft.rows, row] };
}

/** A new milestone goes at once; another stays as removed, so that it can be put back. */
export const togglePlanRow = (draft: PlanDraft, key: number): PlanDraft => ({
  ...draft,
  rows: draft.rows
    .filter((row) => row.key !== key || row.milestoneId !== null)
    .map((row) => (row.key === key ? { ...row, removed: !row.removed } : row)),
});

/** What the whole job would cost. */
export function sumPlanPaise(draft: PlanDraft, contract: Contract): number {
  const kept = contract.milestones.filter((milestone) => !isChangeable(milestone));
  const typed = draft.rows.filter(({ removed }) => !removed).map(({ amount }) => parseRupees(amount) ?? 0);
  return [...kept.map(({ amountPaise }) => amountPaise), ...typed].reduce((sum, paise) => sum + paise, 0);
}

/** The fields of the call. An unchanged day is left out. */
export function toWantedValues(draft: PlanDraft, agreedDay: string | null) {
  const rows = draft.rows.filter(({ removed }) => !removed);
  return {
    milestoneIds: rows.map(({ milestoneId }) => String(milestoneId ?? '')),
    milestoneNames: rows.map(({ name }) => name),
    milestoneAmountTexts: rows.map(({ amount }) => amount),
    removedIds: draft.rows.flatMap(({ removed, milestoneId }) =>
      removed && milestoneId !== null ? [String(milestoneId)] : [],
    ),
    finishBy: draft.finishBy === agreedDay ? '' : draft.finishBy,
    note: draft.note,
  };
}
