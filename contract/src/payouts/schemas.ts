import * as z from 'zod/mini';
import { isIfsc, isUpiId } from '../platform/identifiers.ts';
import { WITHDRAWAL_MIN_PAISE } from '../platform/limits.ts';
import { parseRupees, toPaise } from '../platform/money.ts';
import {
  abilityWire,
  idText,
  maybeText,
  optionalText,
  rupeeText,
  requiredText,
} from '../platform/schemas.ts';
import { WAIT_REASONS } from './model.ts';

/** The code to the mobile number, when one is required. */
const otp = maybeText(20);

/** The fields of a bank account except its number. */
const bankDetails = {
  ifsc: z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'payouts.ifsc_required'),
      z.refine((text) => isIfsc(text.toUpperCase()), 'payouts.ifsc_invalid'),
    ),
    z.transform((text: string) => text.toUpperCase()),
  ),
  bankName: optionalText(120),
  holderName: requiredText('payouts.holder_required', 120),
  address: optionalText(300),
  otp,
};

const sameNumberTwice = z.refine<{ accountNumber: string; confirmAccountNumber: string }>(
  (form) => form.accountNumber === form.confirmAccountNumber,
  { path: ['confirmAccountNumber'], message: 'payouts.accounts_differ' },
);

export const bankAccount = z
  .object({
    accountNumber: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'payouts.account_number_required'),
        z.regex(/^\d{6,18}$/, 'payouts.account_number_invalid'),
      ),
    confirmAccountNumber: z.string().check(z.trim(), z.minLength(1, 'payouts.confirm_account_required')),
    ...bankDetails,
  })
  .check(sameNumberTwice);
export type BankAccount = Omit<z.output<typeof bankAccount>, 'otp'>;

/** New details of a saved account. Its number was not shown, so an empty one leaves it unchanged. */
export const bankAccountChange = z
  .object({
    accountId: idText('payouts.account_not_found'),
    accountNumber: z.string().check(z.trim(), z.regex(/^(?:\d{6,18})?$/, 'payouts.account_number_invalid')),
    confirmAccountNumber: z.string().check(z.trim()),
    ...bankDetails,
  })
  .check(sameNumberTwice);
export type BankAccountChange = Omit<z.output<typeof bankAccountChange>, 'otp'>;

const upiDetails = {
  upiId: z
    .string()
    .check(z.trim(), z.minLength(1, 'payouts.upi_required'), z.refine(isUpiId, 'payouts.upi_invalid')),
  address: optionalText(300),
  otp,
};

export const upiAccount = z.object(upiDetails);
export type UpiAccount = Omit<z.output<typeof upiAccount>, 'otp'>;
export const upiAccountChange = z.object({ accountId: idText('payouts.account_not_found'), ...upiDetails });
export type UpiAccountChange = Omit<z.output<typeof upiAccountChange>, 'otp'>;
export const accountToRemove = z.object({ accountId: idText('payouts.account_not_found') });

/** An amount in rupees, as paise. */
const amountToWithdraw = z.pipe(
  rupeeText(
    z.minLength(1, 'payouts.amount_required'),
    z.refine((text) => text === '' || (parseRupees(text) ?? 0) > 0, 'payouts.amount_invalid'),
    z.refine((text) => {
      const paise = parseRupees(text);
      return paise === null || paise === 0 || paise >= WITHDRAWAL_MIN_PAISE;
    }, 'payouts.amount_too_small'),
  ),
  z.transform(toPaise),
);

export const withdrawRequest = z.pipe(
  z.object({
    amountText: amountToWithdraw,
    accountId: idText('payouts.account_required'),
    /** Required when no OTP was given recently. */
    otp: optionalText(6),
  }),
  z.transform(({ amountText: amountPaise, ...command }) => ({ ...command, amountPaise })),
);
export type WithdrawRequest = z.output<typeof withdrawRequest>;

export const accountWire = z.object({
  id: z.number(),
  kind: z.enum(['bank', 'upi']),
  account_number: z.string(),
  ifsc_code: z.string(),
  bank_name: z.string(),
  account_holder_name: z.string(),
  name_at_bank: z.string(),
  upi_id: z.string(),
  address: z.string(),
  usable_from: z.nullable(z.string()),
  wait_reason: z.nullable(z.enum(WAIT_REASONS)),
  can_update: abilityWire,
  can_remove: abilityWire,
});

export const lineWire = z.object({
  id: z.string(),
  created_at: z.string(),
  kind: z.string(),
  title: z.string(),
  job_unique_id: z.nullable(z.string()),
  amount: z.string(),
  balance: z.nullable(z.string()),
  reference: z.nullable(z.string()),
});

export const walletWire = z.object({
  wallet: z.string(),
  held: z.string(),
  data: z.object({ held: z.array(lineWire), lines: z.array(lineWire) }),
  next_cursor: z.nullable(z.string()),
  withdrawals_stopped_at: z.nullable(z.string()),
});

const invoiceWire = z.object({
  invoice_id: z.number(),
  kind: z.enum(['work', 'fee']),
  serial: z.string(),
  job_title: z.string(),
  job_unique_id: z.string(),
  milestone: z.string(),
  amount: z.string(),
  created_at: z.string(),
  pdf: z.string(),
});

export const withdrawalWire = z.object({
  withdrawal_id: z.number(),
  amount: z.string(),
  to: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  created_at: z.string(),
});

export const historyWire = z.object({
  data: z.array(invoiceWire),
  withdrawals: z.array(withdrawalWire),
  next_cursor: z.nullable(z.string()),
});

export const accountsWire = z.array(accountWire);

/** Null: nothing is deducted. */
export const feeSharesWire = z.nullable(
  z.object({
    platformFeeBps: z.number(),
    gstBps: z.number(),
    tdsBps: z.number(),
    welfareBps: z.number(),
    welfareCapPaise: z.nullable(z.number()),
  }),
);
