import type { Milestone, Side } from '@fws/contract/contracts/model';
import type { MoneyBarPart, MoneyState, PathStop } from '../../ui/index.ts';

type Place = Pick<Milestone, 'fund' | 'work' | 'onHold' | 'amountPaise' | 'inBankPaise'>;

const whileHeld: Record<Milestone['work'], MoneyState> = {
  not_started: 'held',
  started: 'work',
  completed: 'done',
  payment_requested: 'asked',
};

/** The bank is the worker's business only, and a release is there once all of it is. */
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

/** Where on its way the money is; null when it went back and is on no way. */
export function pathOf(milestone: Place, side: Side): { at: PathStop | undefined; stopped: boolean } | null {
  const state = moneyStateOf(milestone, side);
  if (state === 'refund') return null;
  if (state === 'none') return { at: undefined, stopped: false };
  if (state === 'bank') return { at: 'bank', stopped: false };
  return { at: state === 'released' ? 'wallet' : 'held', stopped: state === 'stop' };
}

/** The whole of a job by where its money is. */
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

/** All that is in escrow, what a dispute stops included. */
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

/** The milestones that look different now, for the one motion that a change gets. */
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

/** "2", "2.5": hundredths of a percent as a charge is spoken of. */
export const percentOf = (bps: number): string => String(bps / 100);
