import { expect, test } from 'vitest';
import { assertAmounts, toBalancedEntries, credit, debit } from './posting.ts';

const line = (amountPaise: number, account = 'bank') => ({ account, amountPaise });

test('debits are positive and credits negative; lines are merged per account and zero lines dropped', () => {
  expect([debit('bank', 5), credit('bank', 5)]).toEqual([line(5), line(-5)]);
  expect(
    toBalancedEntries([debit('bank', 5), debit('bank', 7), credit('own_funds', 12), debit('gst_input', 0)]),
  ).toEqual([line(12), line(-12, 'own_funds')]);
});

test('refuses lines that move nothing or do not balance', () => {
  expect(() => toBalancedEntries([line(2), line(-1, 'own_funds')])).toThrow(
    'a posting must move money and balance: 1',
  );
  const nothing = 'a posting must move money and balance: 0';
  for (const lines of [[], [line(0)], [line(5), line(-5)], [line(0), line(0, 'own_funds')]])
    expect(() => toBalancedEntries(lines)).toThrow(nothing);
});

test('refuses lines that are not whole paise, each and in sum', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(() => toBalancedEntries([line(0.5), line(-0.5, 'own_funds')])).toThrow(
    'not whole paise on bank: 0.5',
  );
  // Half paise that are lost in a large sum.
  expect(() => toBalancedEntries([line(2 ** 52 + 1), line(0.5), line(-(2 ** 52) - 2, 'own_funds')])).toThrow(
    'not whole paise on bank: 0.5',
  );
  // Whole in sum, but not each.
  expect(() => toBalancedEntries([line(0.5), line(0.5), line(-1, 'own_funds')])).toThrow(
    'not whole paise on bank: 0.5',
  );
  // Each is whole, but the running sum exceeds what a number holds exactly.
  expect(() => toBalancedEntries([line(most), line(1), line(-1), line(-most, 'own_funds')])).toThrow(
    'not whole paise on bank: 1',
  );
});

test('refuses amounts that are fractional or negative', () => {
  expect(() => assertAmounts({ feePaise: 0, gstPaise: Number.MAX_SAFE_INTEGER })).not.toThrow();
  for (const invalidPaise of [-1, 0.5, Number.NaN, 2 ** 53])
    expect(() => assertAmounts({ feePaise: 0, gstPaise: invalidPaise })).toThrow(
      `gstPaise is not an amount: ${invalidPaise}`,
    );
});
