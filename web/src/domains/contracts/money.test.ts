import { expect, test } from 'vitest';
import type { Milestone } from '@fws/contract/contracts/model';
import { fundProcess, workProcess } from '@fws/contract/contracts/process';
import {
  changedIds,
  heldPaise,
  moneyParts,
  moneyStateOf,
  pathOf,
  percentOf,
  releasedPaise,
} from './money.ts';

type Facts = Pick<Milestone, 'id' | 'fund' | 'work' | 'onHold' | 'amountPaise' | 'inBankPaise'>;

const milestone = (facts: Partial<Facts>): Facts => ({
  id: 1,
  fund: 'funded',
  work: 'not_started',
  onHold: false,
  amountPaise: 800_000,
  inBankPaise: 0,
  ...facts,
});

test('derives the state of held money from the progress of the work', () => {
  const states = workProcess.states.map((work) => moneyStateOf(milestone({ work }), 'poster'));
  expect(states).toEqual(['held', 'work', 'done', 'asked']);
  expect(moneyStateOf(milestone({ fund: 'accepted', work: 'completed' }), 'worker')).toBe('done');
});

test('shows an unpaid order as unfunded', () => {
  const pending = milestone({ fund: 'funding_pending' });
  expect(moneyStateOf(pending, 'poster')).toBe('none');
  expect(pathOf(pending, 'poster')).toStrictEqual({ at: undefined, stopped: false });
});

test('shows the bank as last stop only to the worker and only for the whole amount', () => {
  const paid = milestone({ fund: 'released', inBankPaise: 800_000 });
  expect(pathOf(paid, 'worker')).toEqual({ at: 'bank', stopped: false });
  expect(moneyStateOf(paid, 'worker')).toBe('bank');
  expect(pathOf(paid, 'poster')).toEqual({ at: 'wallet', stopped: false });
  expect(pathOf({ ...paid, inBankPaise: 799_999 }, 'worker')).toEqual({ at: 'wallet', stopped: false });
});

test('stops only held money in a dispute', () => {
  expect(pathOf(milestone({ onHold: true }), 'worker')).toEqual({ at: 'held', stopped: true });
  expect(moneyStateOf(milestone({ onHold: true, fund: 'released' }), 'worker')).toBe('released');
});

test('returns no path for money that is refunded', () => {
  expect(pathOf(milestone({ fund: 'refund_pending' }), 'poster')).toBeNull();
  expect(pathOf(milestone({ fund: 'refunded' }), 'poster')).toBeNull();
});

test('returns parts that sum to the total amount, wherever the money is', () => {
  const everywhere = fundProcess.states.flatMap((fund) => [
    milestone({ fund }),
    milestone({ fund, onHold: true, inBankPaise: fund === 'released' ? 300_000 : 0 }),
  ]);
  const total = everywhere.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  for (const side of ['poster', 'worker'] as const) {
    const parts = moneyParts(everywhere, side);
    expect(parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(total);
  }
  expect(moneyParts(everywhere, 'worker')).toContainEqual({ kind: 'bank', amountPaise: 300_000 });
  expect(moneyParts(everywhere, 'poster')).toContainEqual({ kind: 'released', amountPaise: 1_600_000 });
  expect(moneyParts(everywhere, 'worker')).toEqual([
    { kind: 'bank', amountPaise: 300_000 },
    { kind: 'released', amountPaise: 1_300_000 },
    { kind: 'held', amountPaise: 1_600_000 },
    { kind: 'stop', amountPaise: 1_600_000 },
    { kind: 'none', amountPaise: 3_200_000 },
    { kind: 'refund', amountPaise: 3_200_000 },
  ]);
  expect(heldPaise(everywhere, 'worker')).toBe(3_200_000);
  expect(releasedPaise(everywhere)).toBe(1_600_000);
});

test('lists a milestone as changed when its money state changed', () => {
  const before = [milestone({ id: 1 }), milestone({ id: 2, fund: 'unfunded' })];
  const after = [milestone({ id: 1, work: 'started' }), milestone({ id: 2, fund: 'funding_pending' })];
  expect([...changedIds(before, after, 'worker')]).toEqual([1]);
  expect([...changedIds([], after, 'worker')]).toEqual([]);
});

test('does not count money in the bank as money in the wallet', () => {
  const both = [
    milestone({ fund: 'released', inBankPaise: 800_000 }),
    milestone({ id: 2, fund: 'released' }),
  ];
  expect(moneyParts(both, 'worker').slice(0, 2)).toEqual([
    { kind: 'bank', amountPaise: 800_000 },
    { kind: 'released', amountPaise: 800_000 },
  ]);
});

test.each([
  [200, '2'],
  [250, '2.5'],
  [1, '0.01'],
])('formats %i basis points as %s percent', (bps, said) => {
  expect(percentOf(bps)).toBe(said);
});
