import type * as z from 'zod/mini';
import type { Ability } from '../platform/process.ts';
import type { WithdrawalState } from './process.ts';
import type { bankAccount, bankAccountChange, upiAccountChange, withdrawRequest } from './schemas.ts';

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
  /** Not while money is on its way there. */
  change: Ability;
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
  /** Of the worker to the poster, or of the platform to the worker for its fee. */
  kind: 'work' | 'fee';
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

export type BankAccount = z.output<typeof bankAccount>;
export type BankAccountChange = z.output<typeof bankAccountChange>;
export type UpiAccountChange = z.output<typeof upiAccountChange>;

export type WithdrawRequest = z.output<typeof withdrawRequest>;
