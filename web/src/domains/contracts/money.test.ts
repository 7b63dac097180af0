import { expect, test } from 'vitest';
import type { Milestone } from '@fws/contract/contracts/schemas';
import { fundLifecycle, workLifecycle } from '@fws/contract/contracts/lifecycle';
import {
  listChangedIds,
  sumHeldPaise,
  buildMoneyParts,
  getMoneyState,
  getMoneyPath,
  toPercent,
  sumReleasedPaise,
} from './money.ts';

type Facts = Pick<Milestone, 'id' | 'fund' | 'work' | 'onHold' | 'amountPaise' | 'inBankPaise'>;

const createMilestone = (facts: Partial<Facts>): Facts => ({
  id: 1,
  fund: 'funded',
  work: 'not_started',
  onHold: false,
  amountPaise: 800_000,
  inBankPaise: 0,
  ...facts,
});

test('derives the state of held money from the progress of the work', () => {
  const states = workLifecycle.states.map((work) => getMoneyState(createMilestone({ work }), 'poster'));
  expect(states).toEqual(['held', 'work', 'done', 'asked']);
  expect(getMoneyState(createMilestone({ fund: 'accepted', work: 'completed' }), 'worker')).toBe('done');
});

test('shows an unpaid order as unfunded', () => {
  const pending = createMilestone({ fund: 'funding_pending' });
  expect(getMoneyState(pending, 'poster')).toBe('none');
  expect(getMoneyPath(pending, 'poster')).toStrictEqual({ at: undefined, stopped: false });
});

test('shows the bank as last stop only to the worker and only for the whole amount', () => {
  const paid = createMilestone({ fund: 'released', inBankPaise: 800_000 });
  expect(getMoneyPath(paid, 'worker')).toEqual({ at: 'bank', stopped: false });
  expect(getMoneyState(paid, 'worker')).toBe('bank');
  expect(getMoneyPath(paid, 'poster')).toEqual({ at: 'wallet', stopped: false });
  expect(getMoneyPath({ ...paid, inBankPaise: 799_999 }, 'worker')).toEqual({ at: 'wallet', stopped: false });
});

test('stops only held money in a dispute', () => {
  expect(getMoneyPath(createMilestone({ onHold: true }), 'worker')).toEqual({ at: 'held', stopped: true });
  expect(getMoneyState(createMilestone({ onHold: true, fund: 'released' }), 'worker')).toBe('released');
});

test('returns no path for money that is refunded', () => {
  expect(getMoneyPath(createMilestone({ fund: 'refund_pending' }), 'poster')).toBeNull();
  expect(getMoneyPath(createMilestone({ fund: 'refunded' }), 'poster')).toBeNull();
});

test('returns parts that sum to the total amount, wherever the money is', () => {
  // No list has a removed milestone.
  const states = fundLifecycle.states.filter((fund) => fund !== 'removed');
  const allStates = states.flatMap((fund) => [
    createMilestone({ fund }),
    createMilestone({ fund, onHold: true, inBankPaise: fund === 'released' ? 300_000 : 0 }),
  ]);
  const total = allStates.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  for (const side of ['poster', 'worker'] as const) {
    const parts = buildMoneyParts(allStates, side);
    expect(parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(total);
  }
  expect(buildMoneyParts(allStates, 'worker')).toContainEqual({ kind: 'bank', amountPaise: 300_000 });
  expect(buildMoneyParts(allStates, 'poster')).toContainEqual({ kind: 'released', amountPaise: 1_600_000 });
  expect(buildMoneyParts(allStates, 'worker')).toEqual([
    { kind: 'bank', amountPaise: 300_000 },
    { kind: 'released', amountPaise: 1_300_000 },
    { kind: 'held', amountPaise: 1_600_000 },
    { kind: 'stop', amountPaise: 1_600_000 },
    { kind: 'none', amountPaise: 3_200_000 },
    { kind: 'refund', amountPaise: 3_200_000 },
  ]);
  expect(sumHeldPaise(allStates, 'worker')).toBe(3_200_000);
  expect(sumReleasedPaise(allStates)).toBe(1_600_000);
});

test('lists a milestone as changed when its money state changed', () => {
  const before = [createMilestone({ id: 1 }), createMilestone({ id: 2, fund: 'unfunded' })];
  const after = [
    createMilestone({ id: 1, work: 'started' }),
    createMilestone({ id: 2, fund: 'funding_pending' }),
  ];
  expect([...listChangedIds(before, after, 'worker')]).toEqual([1]);
  expect([...listChangedIds([], after, 'worker')]).toEqual([]);
});

test('does not count money in the bank as money in the wallet', () => {
  const milestones = [
    createMilestone({ fund: 'released', inBankPaise: 800_000 }),
    createMilestone({ id: 2, fund: 'released' }),
  ];
  expect(buildMoneyParts(milestones, 'worker').slice(0, 2)).toEqual([
    { kind: 'bank', amountPaise: 800_000 },
    { kind: 'released', amountPaise: 800_000 },
  ]);
});

test.each([
  [200, '2'],
  [250, '2.5'],
  [1, '0.01'],
])('formats %i basis points as %s percent', (bps, text) => {
  expect(toPercent(bps)).toBe(text);
});
