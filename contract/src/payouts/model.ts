import * as z from 'zod/mini';
import { isIfsc, isUpiId } from '../platform/identifiers.ts';
import { idText, optionalText, requiredText } from '../platform/form.ts';
import { WITHDRAWAL_MIN_PAISE } from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import type { WithdrawalState } from './process.ts';

/** Where money can be sent: a bank account or a UPI ID. */
export interface PayoutAccount {
  id: number;
  kind: 'bank' | 'upi';
  /** Bank: the last four digits only. */
  accountEnding: string;
  ifsc: string;
  bankName: string;
  upiId: string;
  holderName: string;
  address: string;
  /** ISO time from which money can be sent there; null: at once. */
  usableFrom: string | null;
}

export type PassbookKind = 'release' | 'withdrawal' | 'withdrawal_returned' | 'withdrawal_reversed' | 'held';

export interface PassbookLine {
  id: string;
  at: string;
  kind: PassbookKind;
  /** The job's or milestone's name, or where money went. */
  title: string;
  jobNumber: string | null;
  /** Signed: what it did to the balance. Held lines are not part of the balance. */
  amountPaise: number;
  balancePaise: number | null;
  /** The bank's reference of a withdrawal. */
  reference: string | null;
}

export interface Wallet {
  balancePaise: number;
  /** Funded milestones of the worker's jobs that are not released yet. */
  heldPaise: number;
  held: PassbookLine[];
  lines: PassbookLine[];
  nextCursor: string | null;
}

export interface Invoice {
  id: number;
  serial: string;
  jobTitle: string;
  jobNumber: string;
  milestoneName: string;
  amountPaise: number;
  createdAt: string;
  pdfUrl: string;
}

export interface Withdrawal {
  id: number;
  amountPaise: number;
  /** "State Bank of India ··4417" or the UPI ID. */
  to: string;
  state: WithdrawalState;
  reason: string | null;
  utr: string | null;
  createdAt: string;
}

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
  })
  .check(
    z.refine((form) => form.accountNumber === form.confirmAccountNumber, {
      path: ['confirmAccountNumber'],
      message: 'payouts.accounts_differ',
    }),
  );
export type BankAccount = z.output<typeof bankAccount>;

export const upiAccount = z.object({
  upiId: z
    .string()
    .check(z.trim(), z.minLength(1, 'payouts.upi_required'), z.refine(isUpiId, 'payouts.upi_invalid')),
  address: optionalText(300),
});

export const withdrawRequest = z.object({
  amountPaise: z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, 'payouts.amount_required'),
      z.refine((text) => text === '' || (parseRupees(text) ?? 0) > 0, 'payouts.amount_invalid'),
      z.refine((text) => {
        const paise = parseRupees(text);
        return paise === null || paise === 0 || paise >= WITHDRAWAL_MIN_PAISE;
      }, 'payouts.amount_too_small'),
    ),
    z.transform((text: string) => parseRupees(text) ?? 0),
  ),
  accountId: idText('payouts.account_required'),
  /** Asked for when no password or OTP was given lately. */
  otp: optionalText(6),
});
export type WithdrawRequest = z.output<typeof withdrawRequest>;
