import type { Milestone, Side } from '@fws/contract/contracts/model';
import type { MoneyBarPart, MoneyState, PathStop } from '../../ui/index.ts';

type Place = Pick<Milestone, 'fund' | 'work' | 'onHold' | 'amountPaise' | 'inBankPaise'>;

const whileHeld: Record<Milestone['work'], MoneyState> = {
  not_started: 'held',
  started: 'work',
  completed: 'done',
  payment_requested: 'asked',
};

/** Only the worker sees the bank, and only when the whole release has arrived there. */
const isInBank = (milestone: Place, side: Side) =>
  side === 'worker' && milestone.inBankPaise === milestone.amountPaise;

export function moneyStateOf(milestone: Place, side: Side): MoneyState {
  switch (milestone.fund) {
    case 'unfunded':
    case 'funding_pending':
      return 'none';
    case 'released':
      return isInBank(milestone, side) ? 'bank' : 'released';
    case 'refund_pending':
    case 'refunded':
      return 'refund';
    case 'funded':
    case 'accepted':
      return milestone.onHold ? 'stop' : whileHeld[milestone.work];
  }
}

/** Where the money is on its way to the worker; null when it went back to the poster. */
export function pathOf(milestone: Place, side: Side): { at: PathStop | undefined; stopped: boolean } | null {
  const state = moneyStateOf(milestone, side);
  if (state === 'refund') return null;
  if (state === 'none') return { at: undefined, stopped: false };
  if (state === 'bank') return { at: 'bank', stopped: false };
  return { at: state === 'released' ? 'wallet' : 'held', stopped: state === 'stop' };
}

/** The job's total, split by where the money is. */
export function moneyParts(milestones: readonly Place[], side: Side): MoneyBarPart[] {
  const sum = (amountOf: (milestone: Place, state: MoneyState) => number) =>
    milestones.reduce((total, one) => total + amountOf(one, moneyStateOf(one, side)), 0);
  const sumIn = (...states: MoneyState[]) =>
    sum((milestone, state) => (states.includes(state) ? milestone.amountPaise : 0));
  const bankPaise = side === 'worker' ? sum((milestone) => milestone.inBankPaise) : 0;
  return [
    { kind: 'bank', amountPaise: bankPaise },
    { kind: 'released', amountPaise: sumIn('released', 'bank') - bankPaise },
    { kind: 'held', amountPaise: heldPaise(milestones, side) - sumIn('stop') },
    { kind: 'stop', amountPaise: sumIn('stop') },
    { kind: 'none', amountPaise: sumIn('none') },
    { kind: 'refund', amountPaise: sumIn('refund') },
  ];
}

/** All money in escrow, including what a dispute stops. */
export function heldPaise(milestones: readonly Place[], side: Side): number {
  return milestones
    .filter((milestone) => pathOf(milestone, side)?.at === 'held')
    .reduce((total, milestone) => total + milestone.amountPaise, 0);
}

export function releasedPaise(milestones: readonly Place[]): number {
  return milestones
    .filter((milestone) => milestone.fund === 'released')
    .reduce((total, milestone) => total + milestone.amountPaise, 0);
}

type Changing = Place & Pick<Milestone, 'id'>;

/** Milestones whose money state changed; each gets one animation. */
export function changedIds(
  before: readonly Changing[],
  after: readonly Changing[],
  side: Side,
): ReadonlySet<number> {
  const states = new Map(before.map((milestone) => [milestone.id, moneyStateOf(milestone, side)]));
  const changed = after
    .filter(({ id }) => states.has(id))
    .filter((milestone) => states.get(milestone.id) !== moneyStateOf(milestone, side));
  return new Set(changed.map(({ id }) => id));
}

/** "2", "2.5": basis points as a percentage. */
export const percentOf = (bps: number): string => String(bps / 100);
