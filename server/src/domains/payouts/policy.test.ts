import { expect, test } from 'vitest';
import { mayChangeAccounts, mayReadInvoice, maySeeDeductions, mayWithdraw } from './policy.ts';

const STOPPED = new Date('2026-11-12T06:00:00Z');

test('who is verified withdraws money, unless withdrawals are stopped', () => {
  const deny = (reason: string) => ({ allowed: false, reason: `payouts.${reason}` });
  expect(mayWithdraw('verified', null)).toEqual({ allowed: true });
  for (const identity of ['none', 'pending', 'refused'] as const)
    expect(mayWithdraw(identity, STOPPED)).toEqual(deny('identity_required'));
  expect(mayWithdraw('verified', STOPPED)).toEqual(deny('withdrawals_stopped'));
  expect(mayChangeAccounts(STOPPED)).toEqual(deny('withdrawals_stopped'));
});

test('the two sides read an invoice, and only its owner the deductions', () => {
  const invoice = { owner_id: 1, supplier_id: null, recipient_id: 2 };
  expect([1, 2, 3].filter((userId) => mayReadInvoice(invoice, userId))).toEqual([2]);
  expect([1, 2, 3].filter((userId) => mayReadInvoice({ ...invoice, supplier_id: 1 }, userId))).toEqual([
    1, 2,
  ]);
  expect([1, 2, 3].filter((userId) => maySeeDeductions(invoice, userId))).toEqual([1]);
});
