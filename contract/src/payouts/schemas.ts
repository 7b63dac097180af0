import * as z from 'zod/mini';
import {
  correctIfsc,
  isIfsc,
  isUpiId,
  normaliseAccountNumber,
  normaliseIfsc,
  normaliseUpiId,
} from '../platform/identifiers.ts';
import { WITHDRAWAL_MIN_PAISE } from '../platform/limits.ts';
import { parseRupees, toPaise } from '../platform/money.ts';
import {
  ability,
  idText,
  knownText,
  maybeText,
  optionalText,
  pageFields,
  rupeeText,
  requiredText,
} from '../platform/schemas.ts';
import { restingRelease, withdrawalLimit } from '../rests/schemas.ts';
import type { WithdrawalState } from './lifecycle.ts';
import { PASSBOOK_KINDS, WAIT_REASONS } from './model.ts';

/** The code to the mobile number, when one is required. */
const otp = maybeText(20);

const offerCorrection = z.check<string>(({ value, issues }) => {
  const ifsc = correctIfsc(value);
  if (ifsc !== null)
    issues.push({
      code: 'custom',
      input: value,
      message: 'payouts.ifsc_letter',
      params: { values: { ifsc } },
    });
});

/** The fields of a bank account except its number. */
const bankDetails = {
  ifsc: z
    .string()
    .check(
      z.overwrite(normaliseIfsc),
      z.minLength(1, 'payouts.ifsc_required'),
      offerCorrection,
      z.refine(isIfsc, 'payouts.ifsc_invalid'),
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
        z.overwrite(normaliseAccountNumber),
        z.minLength(1, 'payouts.account_number_required'),
        z.regex(/^\d{6,18}$/, 'payouts.account_number_invalid'),
      ),
    confirmAccountNumber: z
      .string()
      .check(z.overwrite(normaliseAccountNumber), z.minLength(1, 'payouts.confirm_account_required')),
    ...bankDetails,
  })
  .check(sameNumberTwice);
export type BankAccount = Omit<z.output<typeof bankAccount>, 'otp'>;

/** New details of a saved account. Its number was not shown, so an empty one leaves it unchanged. */
export const bankAccountChange = z
  .object({
    accountId: idText('payouts.account_not_found'),
    accountNumber: z
      .string()
      .check(
        z.overwrite(normaliseAccountNumber),
        z.regex(/^(?:\d{6,18})?$/, 'payouts.account_number_invalid'),
      ),
    confirmAccountNumber: z.string().check(z.overwrite(normaliseAccountNumber)),
    ...bankDetails,
  })
  .check(sameNumberTwice);
export type BankAccountChange = Omit<z.output<typeof bankAccountChange>, 'otp'>;

const upiDetails = {
  upiId: z
    .string()
    .check(
      z.overwrite(normaliseUpiId),
      z.minLength(1, 'payouts.upi_required'),
      z.refine(isUpiId, 'payouts.upi_invalid'),
    ),
  address: optionalText(300),
  otp,
};

export const upiAccount = z.object(upiDetails);
export type UpiAccount = Omit<z.output<typeof upiAccount>, 'otp'>;
export const upiAccountChange = z.object({ accountId: idText('payouts.account_not_found'), ...upiDetails });
export type UpiAccountChange = Omit<z.output<typeof upiAccountChange>, 'otp'>;
export const accountToRemove = z.object({ accountId: idText('payouts.account_not_found') });
export const page = z.object(pageFields);

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

/** Where money can be sent: a bank account or a UPI ID. */
export const account = z.object({
  id: z.number(),
  kind: z.enum(['bank', 'upi']),
  /** Bank: the last four digits only. */
  accountEnding: z.string(),
  ifsc: z.string(),
  bankName: z.string(),
  upiId: z.string(),
  /** As typed; nothing depends on it. */
  holderName: z.string(),
  /** The holder's name according to the bank; empty until the bank gives one. */
  nameAtBank: z.string(),
  address: z.string(),
  /** ISO time from which money can be sent there; null: at once. */
  usableFrom: z.nullable(z.string()),
  /** Why money cannot be sent at once; null when it can. */
  waitReason: z.nullable(z.enum(WAIT_REASONS)),
  /** Neither is allowed while money is on its way there. */
  change: ability,
  remove: ability,
});
export type PayoutAccount = z.output<typeof account>;
export const accounts = z.array(account);

const passbookLine = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(PASSBOOK_KINDS),
  /** The job's or milestone's name, or where money went. */
  title: z.string(),
  jobNumber: z.nullable(z.string()),
  /** The signed change of the balance. Held lines are not part of the balance. */
  amountPaise: z.number(),
  balancePaise: z.nullable(z.number()),
  /** The bank's reference of a withdrawal. */
  reference: z.nullable(z.string()),
});
export type PassbookLine = z.output<typeof passbookLine>;

export const wallet = z.object({
  /** All of the wallet, with what rests. */
  balancePaise: z.number(),
  /** What can be withdrawn now. */
  withdrawablePaise: z.number(),
  /** What rests or is on hold, and its releases, the first that can be withdrawn first. */
  restingPaise: z.number(),
  resting: z.array(restingRelease),
  /** Why less can be withdrawn than neither rests nor is on hold; null: nothing limits it. */
  limit: z.nullable(withdrawalLimit),
  /** Funded milestones of the worker's jobs that are not released yet. */
  heldPaise: z.number(),
  held: z.array(passbookLine),
  lines: z.array(passbookLine),
  nextCursor: z.nullable(z.string()),
  /** ISO time since which withdrawals are stopped because the owner denied an event; null: not stopped. */
  stoppedAt: z.nullable(z.string()),
});
export type Wallet = z.output<typeof wallet>;

export const earningsByMonth = z.object({
  /** `month`: "2026-11", in Indian time. The amounts are those that reached the wallet. */
  months: z.array(z.object({ month: z.string(), amountPaise: z.number() })),
  totalPaise: z.number(),
});
export type EarningsByMonth = z.output<typeof earningsByMonth>;

const invoice = z.object({
  id: z.number(),
  /** From the worker to the poster, or from the platform to the worker for its fee. */
  kind: z.enum(['work', 'fee']),
  serial: z.string(),
  jobTitle: z.string(),
  jobNumber: z.string(),
  milestoneName: z.string(),
  amountPaise: z.number(),
  createdAt: z.string(),
  pdfUrl: z.string(),
});
export type Invoice = z.output<typeof invoice>;

export const withdrawal = z.object({
  id: z.number(),
  amountPaise: z.number(),
  /** "State Bank of India ··4417" or the UPI ID. */
  to: z.string(),
  state: knownText<WithdrawalState>(),
  reason: z.nullable(z.string()),
  utr: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const paymentHistory = z.object({
  invoices: z.array(invoice),
  withdrawals: z.array(withdrawal),
  nextCursor: z.nullable(z.string()),
});
export type PaymentHistory = z.output<typeof paymentHistory>;

/** The platform's shares of a release, in hundredths of a percent. */
const feeShares = z.object({
  platformFeeBps: z.number(),
  /** Of the platform fee; the other shares are of the released amount. */
  gstBps: z.number(),
  tdsBps: z.number(),
  welfareBps: z.number(),
  /** The maximum welfare fee of one release; null: no limit. */
  welfareCapPaise: z.nullable(z.number()),
});
export type FeeShares = z.output<typeof feeShares>;
/** Null: nothing is deducted. */
export const currentFeeShares = z.nullable(feeShares);
