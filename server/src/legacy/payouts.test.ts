import { expect, test } from 'vitest';
import * as calls from '@fws/contract/payouts/calls';
import type { PassbookLine, PaymentHistory, PayoutAccount, Wallet } from '@fws/contract/payouts/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';

const bank = {
  account_number: ' 50100417704417 ',
  confirm_account_number: '50100417704417',
  ifsc_code: 'sbin0001234',
  bank_name: 'Our Bank',
  account_holder_name: 'Asha Kale',
  address: 'Pune',
  otp: '123456',
};

const bankDetails = {
  ifsc: 'SBIN0001234',
  bankName: 'Our Bank',
  holderName: 'Asha Kale',
  address: 'Pune',
  otp: '123456',
};

test('reads forms by their names', async () => {
  expect(await decodeLegacyForm(calls.addBankAccount, bank)).toEqual({
    ok: true,
    value: { accountNumber: '50100417704417', confirmAccountNumber: '50100417704417', ...bankDetails },
  });
  const upi = { upi_id: 'asha@okbank', address: 'Pune', otp: '123456' };
  expect(await decodeLegacyForm(calls.addUpiAccount, upi)).toEqual({
    ok: true,
    value: { upiId: 'asha@okbank', address: 'Pune', otp: '123456' },
  });
  expect(await decodeLegacyForm(calls.addUpiAccount, { upi_id: 'asha@okbank' })).toEqual({
    ok: true,
    value: { upiId: 'asha@okbank', address: '', otp: '' },
  });
  expect(await decodeLegacyForm(calls.updateUpiAccount, { edit_id: '7', ...upi })).toEqual({
    ok: true,
    value: { accountId: 7, upiId: 'asha@okbank', address: 'Pune', otp: '123456' },
  });
  expect(await decodeLegacyForm(calls.removePayoutAccount, { account_id: '7' })).toEqual({
    ok: true,
    value: { accountId: 7 },
  });
  const withdrawal = { request_amount: 15000.5, request_bank_id: 7, otp: '123456' };
  expect(await decodeLegacyForm(calls.withdrawRequest, withdrawal)).toEqual({
    ok: true,
    value: { amountPaise: 15_000_50, accountId: 7, otp: '123456' },
  });
  const page = { ok: true, value: { limit: 5, cursor: 'abc' } };
  expect(await decodeLegacyForm(calls.wallet, { limit: '5', cursor: 'abc' })).toEqual(page);
  expect(await decodeLegacyForm(calls.paymentHistory, { limit: '5', cursor: 'abc' })).toEqual(page);
});

test('a change without a number, or with the masked one, keeps the account number', async () => {
  const value = { accountId: 7, accountNumber: '', confirmAccountNumber: '', ...bankDetails };
  for (const number of ['', 'XXXX4417', ' XXXX4417']) {
    const form = { ...bank, edit_id: 7, account_number: number, confirm_account_number: number };
    expect(await decodeLegacyForm(calls.updateBankAccount, form)).toEqual({ ok: true, value });
  }
  expect(await decodeLegacyForm(calls.updateBankAccount, { ...bank, edit_id: 7 })).toEqual({
    ok: true,
    value: { ...value, accountNumber: '50100417704417', confirmAccountNumber: '50100417704417' },
  });
});

test.each([
  ['', 'payouts.amount_required'],
  ['0', 'payouts.amount_invalid'],
  ['-5', 'common.amount_form'],
  ['1e3', 'common.amount_form'],
  ['1.234', 'common.amount_form'],
  ['1,00', 'common.amount_form'],
  ['NaN', 'common.amount_form'],
  ['9999999999999', 'common.amount_form'],
  ['0.99', 'payouts.amount_too_small'],
])('rejects the amount "%s": %s', async (amount, code) => {
  const form = { request_amount: amount, request_bank_id: '7' };
  expect(await decodeLegacyForm(calls.withdrawRequest, form)).toEqual({
    ok: false,
    errors: { amountText: { code } },
  });
});

test.each(['1,00,000', '₹100000', 'Rs. 1,00,000/-', '१०००००'])('reads the amount "%s"', async (amount) => {
  const form = { request_amount: amount, request_bank_id: '7' };
  expect(await decodeLegacyForm(calls.withdrawRequest, form)).toMatchObject({
    ok: true,
    value: { amountPaise: 1_00_000_00 },
  });
});

const account: PayoutAccount = {
  id: 7,
  kind: 'bank',
  accountEnding: '4417',
  ifsc: 'SBIN0001234',
  bankName: 'State Bank of India',
  upiId: 'asha@okbank',
  holderName: 'Asha Kale',
  nameAtBank: 'RAVI KALE',
  address: 'Pune',
  usableFrom: '2026-11-19T06:30:00.000Z',
  waitReason: 'other_name',
  change: { allowed: false, reason: 'payouts.account_in_use' },
  remove: { allowed: false, reason: 'payouts.account_in_use_remove' },
};

const accountReply = {
  id: 7,
  kind: 'bank',
  account_number: 'XXXX4417',
  confirm_account_number: 'XXXX4417',
  ifsc_code: 'SBIN0001234',
  bank_name: 'State Bank of India',
  account_holder_name: 'Asha Kale',
  name_at_bank: 'RAVI KALE',
  upi_id: 'asha@okbank',
  address: 'Pune',
  usable_from: '2026-11-19T06:30:00.000Z',
  wait_reason: 'other_name',
  can_update: { allowed: false, reason: 'payouts.account_in_use' },
  can_remove: { allowed: false, reason: 'payouts.account_in_use_remove' },
};

test('writes every field of an account, with only the last four digits of its number', async () => {
  for (const call of [calls.addBankAccount, calls.updateBankAccount])
    expect(await encodeLegacyReply(call, account)).toEqual({
      data: [accountReply],
    });
  for (const call of [calls.bankAccountList, calls.upiAccountList])
    expect(await encodeLegacyReply(call, [account])).toEqual({ data: [accountReply] });
});

test('writes a UPI ID that can be used at once', async () => {
  const upi: PayoutAccount = {
    ...account,
    kind: 'upi',
    accountEnding: '',
    usableFrom: null,
    waitReason: null,
    change: { allowed: true },
    remove: { allowed: true },
  };
  for (const call of [calls.addUpiAccount, calls.updateUpiAccount])
    expect(await encodeLegacyReply(call, upi)).toEqual({
      data: [
        {
          ...accountReply,
          kind: 'upi',
          account_number: '',
          confirm_account_number: '',
          usable_from: null,
          wait_reason: null,
          can_update: { allowed: true, reason: null },
          can_remove: { allowed: true, reason: null },
        },
      ],
    });
});

const line: PassbookLine = {
  id: '31',
  at: '2026-11-18T06:30:00.000Z',
  kind: 'withdrawal',
  title: 'State Bank of India ··4417',
  jobNumber: '4836',
  amountPaise: -4_000_50,
  balancePaise: 10_999_50,
  reference: 'SB00017',
};

const lineReply = {
  id: '31',
  created_at: '2026-11-18T06:30:00.000Z',
  kind: 'withdrawal',
  title: 'State Bank of India ··4417',
  job_unique_id: 'FWS 4836',
  amount: '-4000.50',
  balance: '10999.50',
  reference: 'SB00017',
};

test('writes every field of a wallet', async () => {
  const wallet: Wallet = {
    balancePaise: 10_999_50,
    withdrawablePaise: 4_999_50,
    restingPaise: 6_000_00,
    resting: [
      {
        id: 3,
        amountPaise: 6_000_00,
        releasedAt: '2026-11-18T05:10:00.000Z',
        until: '2026-11-21T05:10:00.000Z',
        reason: 'Your first job with Anil. Paid by UPI. 3 days.',
        jobNumber: '4836',
      },
    ],
    limit: null,
    heldPaise: 46_000_00,
    held: [{ ...line, kind: 'held', jobNumber: null, balancePaise: null, reference: null }],
    lines: [line, { ...line, balancePaise: -5, amountPaise: -5 }],
    nextCursor: 'abc',
    stoppedAt: '2026-11-19T06:30:00.000Z',
  };
  expect(await encodeLegacyReply(calls.wallet, wallet)).toEqual({
    wallet: '10999.50',
    withdrawable_amount: '4999.50',
    resting: [
      {
        amount: '6000',
        until: '2026-11-21T05:10:00.000Z',
        reason: 'Your first job with Anil. Paid by UPI. 3 days.',
      },
    ],
    held: '46000',
    data: {
      held: [{ ...lineReply, kind: 'held', job_unique_id: null, balance: null, reference: null }],
      lines: [lineReply, { ...lineReply, balance: '-0.05', amount: '-0.05' }],
    },
    next_cursor: 'abc',
    withdrawals_stopped_at: '2026-11-19T06:30:00.000Z',
  });
  const end = { ...wallet, nextCursor: null, stoppedAt: null };
  expect(await encodeLegacyReply(calls.wallet, end)).toMatchObject({
    next_cursor: null,
    withdrawals_stopped_at: null,
  });
});

test.each(['release', 'withdrawal', 'withdrawal_returned', 'withdrawal_reversed', 'held'] as const)(
  'writes a passbook line of the kind %s',
  async (kind) => {
    const lines: PassbookLine[] = [{ ...line, kind }];
    const wallet: Wallet = {
      balancePaise: 0,
      withdrawablePaise: 0,
      restingPaise: 0,
      resting: [],
      limit: null,
      heldPaise: 0,
      held: [],
      lines,
      nextCursor: null,
      stoppedAt: null,
    };
    expect(await encodeLegacyReply(calls.wallet, wallet)).toMatchObject({ data: { lines: [{ kind }] } });
  },
);

const withdrawal = {
  id: 9,
  amountPaise: 4_000_50,
  to: 'State Bank of India ··4417',
  state: 'failed',
  reason: 'The bank could not credit this account',
  utr: 'SB00017',
  createdAt: '2026-11-18T06:30:00.000Z',
} as const;

const withdrawalReply = {
  withdrawal_id: 9,
  amount: '4000.50',
  to: 'State Bank of India ··4417',
  status: 'failed',
  reason: 'The bank could not credit this account',
  utr: 'SB00017',
  created_at: '2026-11-18T06:30:00.000Z',
};

test('writes every field of a withdrawal', async () => {
  expect(await encodeLegacyReply(calls.withdrawRequest, withdrawal)).toEqual({ data: [withdrawalReply] });
  const requested = { ...withdrawal, state: 'requested', reason: null, utr: null } as const;
  expect(await encodeLegacyReply(calls.withdrawRequest, requested)).toEqual({
    data: [{ ...withdrawalReply, status: 'requested', reason: null, utr: null }],
  });
});

test('writes every field of the invoices, with the withdrawals beside them', async () => {
  const history: PaymentHistory = {
    invoices: [
      {
        id: 4,
        kind: 'fee',
        serial: 'FWS/F/2026-27/1',
        jobTitle: 'Paint, twice',
        jobNumber: '4836',
        milestoneName: 'Second coat',
        amountPaise: 885_05,
        createdAt: '2026-11-18T06:30:00.000Z',
        pdfUrl: '/api/invoices/4.pdf',
      },
    ],
    withdrawals: [withdrawal],
    nextCursor: 'abc',
  };
  expect(await encodeLegacyReply(calls.paymentHistory, history)).toEqual({
    data: [
      {
        invoice_id: 4,
        kind: 'fee',
        serial: 'FWS/F/2026-27/1',
        job_title: 'Paint, twice',
        job_unique_id: 'FWS 4836',
        milestone: 'Second coat',
        amount: '885.05',
        created_at: '2026-11-18T06:30:00.000Z',
        pdf: '/api/invoices/4.pdf',
      },
    ],
    withdrawals: [withdrawalReply],
    next_cursor: 'abc',
  });
});

test('writes the shares of the fee unchanged', async () => {
  const shares = { platformFeeBps: 500, gstBps: 1800, tdsBps: 100, welfareBps: 50, welfareCapPaise: 100_00 };
  expect(await encodeLegacyReply(calls.feeShares, shares)).toEqual({ data: shares });
  expect(await encodeLegacyReply(calls.feeShares, null)).toEqual({ data: null });
  expect(await encodeLegacyReply(calls.removePayoutAccount, null)).toEqual({ data: null });
});
