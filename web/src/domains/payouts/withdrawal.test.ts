import { expect, test } from 'vitest';
import type { PassbookLine, PayoutAccount } from '@fws/contract/payouts/schemas';
import {
  findResting,
  validateAmount,
  calculateBroughtForward,
  calculateRemainingPaise,
  getWaitEnd,
  addAmount,
  type Withdrawable,
} from './withdrawal.ts';

const release = (id: number, rupees: number, until: string | null) => ({
  id,
  amountPaise: rupees * 100,
  releasedAt: '2026-11-18T05:10:00.000Z',
  until,
  reason: '',
  jobNumber: `48${id}`,
});
const allFree = (paise: number): Withdrawable => ({
  balancePaise: paise,
  withdrawablePaise: paise,
  restingPaise: 0,
  resting: [],
  limit: null,
});
const resting: Withdrawable = {
  balancePaise: 26_450_00,
  withdrawablePaise: 11_950_00,
  restingPaise: 14_500_00,
  resting: [release(1, 6500, '2026-11-21T05:10:00.000Z'), release(2, 8000, null)],
  limit: null,
};

test.each([
  ['', 'payouts.amount_required'],
  ['abc', 'common.amount_form'],
  ['0.50', 'payouts.amount_too_small'],
  ['18450.01', 'payouts.insufficient'],
])('refuses the amount "%s" with %s', async (amount, code) => {
  expect((await validateAmount(amount, allFree(18_450_00)))?.code).toBe(code);
});

test('accepts the whole balance, to the last paisa', async () => {
  expect(await validateAmount('18450.75', allFree(18_450_75))).toBeNull();
  expect((await validateAmount('18450.76', allFree(18_450_75)))?.values).toEqual({ balance: '₹18,450.75' });
});

test('says what can go today, and from when the amount can', async () => {
  expect(await validateAmount('11950', resting)).toBeNull();
  const until = { ready: '₹11,950', time: '2026-11-21T05:10:00.000Z' };
  expect(await validateAmount('15000', resting)).toEqual({
    code: 'payouts.resting_until',
    values: { ...until, amount: '₹15,000' },
  });
  expect((await validateAmount('18450', resting))?.values).toEqual({ ...until, amount: '₹18,450' });
  expect(await validateAmount('18450.01', resting)).toEqual({
    code: 'payouts.on_hold',
    values: { ready: '₹11,950' },
  });
  expect((await validateAmount('26450.01', resting))?.code).toBe('payouts.insufficient');
});

test('says what a new account can withdraw', async () => {
  const limit = { hours: 24, maxPaise: 25_000_00, leftPaise: 5_000_00, moreFrom: null };
  const wallet = { ...allFree(18_450_00), withdrawablePaise: 5_000_00, limit };
  expect(await validateAmount('5000', wallet)).toBeNull();
  expect(await validateAmount('5001', wallet)).toEqual({
    code: 'payouts.limit_reached',
    values: { ready: '₹5,000', max: '₹25,000', days: 1 },
  });
});

test('finds the rest of a release in the passbook', () => {
  const line = { kind: 'release', at: '2026-11-18T05:10:00.000Z', jobNumber: '481' } as const;
  expect(findResting(line, resting.resting)?.id).toBe(1);
  expect(findResting({ ...line, jobNumber: '489' }, resting.resting)).toBeUndefined();
  expect(findResting({ ...line, kind: 'withdrawal' }, resting.resting)).toBeUndefined();
});

test('returns what remains only for an amount that can be withdrawn', () => {
  expect(calculateRemainingPaise('15000', 18_450_00)).toBe(3_450_00);
  expect(calculateRemainingPaise('18450', 18_450_00)).toBe(0);
  expect(calculateRemainingPaise('18451', 18_450_00)).toBeNull();
  expect(calculateRemainingPaise('', 18_450_00)).toBeNull();
  expect(calculateRemainingPaise('0', 18_450_00)).toBeNull();
  expect(calculateRemainingPaise('0.01', 18_450_00)).toBe(18_449_99);
});

test('adds the amount to the URL when there is one', () => {
  expect(addAmount('/bankList', '15000.50')).toBe('/bankList?amount=15000.50');
  expect(addAmount('/bankList', '')).toBe('/bankList');
  expect(addAmount('/bankList', '1&x=2')).toBe('/bankList?amount=1%26x%3D2');
});

test('makes an account wait until its time, not after', () => {
  const account = { usableFrom: '2026-11-21T06:00:00.000Z' } as PayoutAccount;
  const from = Date.parse('2026-11-21T06:00:00.000Z');
  expect(getWaitEnd(account, from - 1)).toBe('2026-11-21T06:00:00.000Z');
  expect(getWaitEnd(account, from)).toBeNull();
  expect(getWaitEnd({ ...account, usableFrom: null }, from)).toBeNull();
});

test('brings forward the balance before the oldest line', () => {
  const createLine = (amountPaise: number, balancePaise: number, at: string) =>
    ({ amountPaise, balancePaise, at }) as PassbookLine;
  const lines = [
    createLine(100, 2_751_00, '2026-11-13'),
    createLine(-6_000_00, 2_750_00, '2026-11-12'),
    createLine(6_000_00, 8_750_00, '2026-11-09'),
  ];
  expect(calculateBroughtForward(lines)).toEqual({ date: '2026-11-09', balancePaise: 2_750_00 });
  expect(calculateBroughtForward([])).toBeUndefined();
  expect(calculateBroughtForward([{ ...lines[0]!, balancePaise: null }])).toBeUndefined();
});
