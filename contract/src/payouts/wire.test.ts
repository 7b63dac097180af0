import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeForm } from '../platform/check.ts';
import { encodeForm } from '../platform/form.ts';
import type { PassbookLine, PayoutAccount, Wallet } from './model.ts';
import {
  accountFromWire,
  accountToWire,
  bankAccountChangeForm,
  bankAccountForm,
  upiAccountForm,
  walletReply,
  withdrawRequestForm,
} from './wire.ts';

const buildLine = (amountPaise: number, balancePaise: number | null): PassbookLine => ({
  id: '1',
  at: '2026-11-18T06:30:00.000Z',
  kind: 'withdrawal',
  title: 'State Bank of India ··4417',
  jobNumber: balancePaise === null ? '4836' : null,
  amountPaise,
  balancePaise,
  reference: null,
});

test('decodes a passbook to what was encoded, including negative amounts', () => {
  const paise = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
  fc.assert(
    fc.property(paise, fc.option(fc.nat()), fc.nat(), (amount, balance, total) => {
      const wallet: Wallet = {
        balancePaise: total,
        heldPaise: 46_000_00,
        held: [buildLine(22_000_00, null)],
        lines: [buildLine(amount, balance)],
        nextCursor: 'next',
        stoppedAt: total % 2 === 0 ? null : '2026-11-18T06:30:00.000Z',
      };
      expect(walletReply.decode(walletReply.encode(wallet))).toEqual(wallet);
    }),
  );
});

test('sends only the last four digits of an account number', () => {
  const account: PayoutAccount = {
    id: 7,
    kind: 'bank',
    accountEnding: '4417',
    ifsc: 'SBIN0001234',
    bankName: 'State Bank of India',
    upiId: '',
    holderName: 'Asha Kale',
    nameAtBank: 'RAVI KALE',
    address: '',
    usableFrom: '2026-11-19T06:30:00.000Z',
    waitReason: 'other_name',
    change: { allowed: false, reason: 'payouts.account_in_use' },
    remove: { allowed: false, reason: 'payouts.account_in_use_remove' },
  };
  const wire = accountToWire(account);
  expect(wire.account_number).toBe('XXXX4417');
  expect(accountFromWire(wire)).toEqual(account);
  expect(accountToWire({ ...account, kind: 'upi', accountEnding: '' }).account_number).toBe('');
});

test('decodes forms by their legacy names', async () => {
  const bank = {
    accountNumber: ' 50100417704417 ',
    confirmAccountNumber: '50100417704417',
    ifsc: 'sbin0001234',
    bankName: '',
    holderName: 'Asha Kale',
    address: '',
  };
  expect(await decodeForm(bankAccountForm, encodeForm(bankAccountForm, bank))).toEqual({
    ok: true,
    value: { ...bank, accountNumber: '50100417704417', ifsc: 'SBIN0001234', otp: '' },
  });
  expect(await decodeForm(upiAccountForm, { upi_id: 'asha@okbank' })).toEqual({
    ok: true,
    value: { upiId: 'asha@okbank', address: '', otp: '' },
  });
  expect(await decodeForm(withdrawRequestForm, { request_amount: 15000.5, request_bank_id: 7 })).toEqual({
    ok: true,
    value: { amountPaise: 15_000_50, accountId: 7, otp: '' },
  });
});

test('a change without a number, or with the masked one, keeps the account number', async () => {
  const details = { ifsc: 'SBIN0001234', bankName: '', holderName: 'Asha Kale', address: '' };
  const decoded = { accountId: 7, accountNumber: '', confirmAccountNumber: '', ...details, otp: '' };
  const form = { ...decoded, accountId: '7' };
  expect(await decodeForm(bankAccountChangeForm, encodeForm(bankAccountChangeForm, form))).toEqual({
    ok: true,
    value: decoded,
  });
  const maskedNumber = { edit_id: 7, account_number: 'XXXX4417', confirm_account_number: ' XXXX4417' };
  const wire = { ...maskedNumber, ifsc_code: 'sbin0001234', account_holder_name: 'Asha Kale' };
  expect(await decodeForm(bankAccountChangeForm, wire)).toEqual({ ok: true, value: decoded });
});

test.each([
  ['', 'payouts.amount_required'],
  ['0', 'payouts.amount_invalid'],
  ['-5', 'payouts.amount_invalid'],
  ['1e3', 'payouts.amount_invalid'],
  ['1.234', 'payouts.amount_invalid'],
  ['1,000', 'payouts.amount_invalid'],
  ['NaN', 'payouts.amount_invalid'],
  ['9999999999999', 'payouts.amount_invalid'],
  ['0.99', 'payouts.amount_too_small'],
])('rejects the amount "%s": %s', async (amount, code) => {
  const decoded = await decodeForm(withdrawRequestForm, { request_amount: amount, request_bank_id: '7' });
  expect(decoded).toEqual({ ok: false, errors: { amountText: { code } } });
});
