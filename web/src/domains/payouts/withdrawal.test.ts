import { expect, test } from 'vitest';
import type { PassbookLine, PayoutAccount } from '@fws/contract/payouts/schemas';
import {
  validateAmount,
  calculateBroughtForward,
  calculateRemainingPaise,
  getWaitEnd,
  addAmount,
} from './withdrawal.ts';

test.each([
  ['', 'payouts.amount_required'],
  ['abc', 'payouts.amount_invalid'],
  ['0.50', 'payouts.amount_too_small'],
  ['18450.01', 'payouts.insufficient'],
])('refuses the amount "%s" with %s', async (amount, code) => {
  expect((await validateAmount(amount, 18_450_00))?.code).toBe(code);
});

test('accepts the whole balance, to the last paisa', async () => {
  expect(await validateAmount('18450.75', 18_450_75)).toBeNull();
  expect((await validateAmount('18450.76', 18_450_75))?.values).toEqual({ balance: '₹18,450.75' });
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
