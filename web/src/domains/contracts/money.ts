import type { Side } from '@fws/contract/contracts/model';
import type { Milestone } from '@fws/contract/contracts/schemas';
import type { MoneyBarPart, MoneyState, PathStop } from '../../ui/index.ts';

type MilestoneMoney = Pick<Milestone, 'fund' | 'work' | 'onHold' | 'amountPaise' | 'inBankPaise'>;

const heldStates: Record<Milestone['work'], MoneyState> = {
  not_started: 'held',
  started: 'work',
  completed: 'done',
  payment_requested: 'asked',
};

/** Only the worker sees the bank, and only when the whole release has arrived there. */
const isInBank = (milestone: MilestoneMoney, side: Side) =>
  side === 'worker' && milestone.inBankPaise === milestone.amountPaise;

export function getMoneyState(milestone: MilestoneMoney, side: Side): MoneyState {
  switch (milestone.fund) {
    case 'unfunded':
    case 'funding_pending':
    case 'removed':
      return 'none';
    case 'released':
      return isInBank(milestone, side) ? 'bank' : 'released';
    case 'refund_pending':
    case 'refunded':
      return 'refund';
    case 'funded':
    case 'accepted':
      return milestone.onHold ? 'stop' : heldStates[milestone.work];
  }
}

/** Where the money is on its way to the worker; null when it went back to the poster. */
export function getMoneyPath(
  milestone: MilestoneMoney,
  side: Side,
): { at: PathStop | undefined; stopped: boolean } | null {
  const state = getMoneyState(milestone, side);
  if (state === 'refund') return null;
  if (state === 'none') return { at: undefined, stopped: false };
  if (state === 'bank') return { at: 'bank', stopped: false };
  return { at: state === 'released' ? 'wallet' : 'held', stopped: state === 'stop' };
}

/** The job's total, split by where the money is. */
export function buildMoneyParts(milestones: readonly MilestoneMoney[], side: Side): MoneyBarPart[] {
  const sum = (getAmount: (milestone: MilestoneMoney, state: MoneyState) => number) =>
    milestones.reduce((total, milestone) => total + getAmount(milestone, getMoneyState(milestone, side)), 0);
  const sumIn = (...states: MoneyState[]) =>
    sum((milestone, state) => (states.includes(state) ? milestone.amountPaise : 0));
  const bankPaise = side === 'worker' ? sum((milestone) => milestone.inBankPaise) : 0;
  return [
    { kind: 'bank', amountPaise: bankPaise },
    { kind: 'released', amountPaise: sumIn('released', 'bank') - bankPaise },
    { kind: 'held', amountPaise: sumHeldPaise(milestones, side) - sumIn('stop') },
    { kind: 'stop', amountPaise: sumIn('stop') },
    { kind: 'none', amountPaise: sumIn('none') },
    { kind: 'refund', amountPaise: sumIn('refund') },
  ];
}

/** All money in escrow, including what a dispute stops. */
export function sumHeldPaise(milestones: readonly MilestoneMoney[], side: Side): number {
  return milestones
    .filter((milestone) => getMoneyPath(milestone, side)?.at === 'held')
    .reduce((total, milestone) => total + milestone.amountPaise, 0);
}

export function sumReleasedPaise(milestones: readonly MilestoneMoney[]): number {
  return milestones
    .filter((milestone) => milestone.fund === 'released')
    .reduce((total, milestone) => total + milestone.amountPaise, 0);
}

type MilestoneWithId = MilestoneMoney & Pick<Milestone, 'id'>;

/** Milestones whose money state changed; each gets one animation. */
export function listChangedIds(
  before: readonly MilestoneWithId[],
  after: readonly MilestoneWithId[],
  side: Side,
): ReadonlySet<number> {
  const states = new Map(before.map((milestone) => [milestone.id, getMoneyState(milestone, side)]));
  const changed = after
    .filter(({ id }) => states.has(id))
    .filter((milestone) => states.get(milestone.id) !== getMoneyState(milestone, side));
  return new Set(changed.map(({ id }) => id));
}

/** "2", "2.5": basis points as a percentage. */
export const toPercent = (bps: number): string => String(bps / 100);
