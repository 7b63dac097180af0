import type { Ability } from '../platform/process.ts';
import type { WithdrawalState } from './process.ts';

/**
 * Why money cannot be sent to an account at once: it was added before the owner's identity was verified, its bank gave
 * another name, or its bank gave no name.
 */
export const WAIT_REASONS = ['unverified', 'other_name', 'no_answer'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Where money can be sent: a bank account or a UPI ID. */
export interface PayoutAccount {
  id: number;
  kind: 'bank' | 'upi';
  /** Bank: the last four digits only. */
  accountEnding: string;
  ifsc: string;
  bankName: string;
  upiId: string;
  /** As typed; nothing depends on it. */
  holderName: string;
  /** The holder's name according to the bank; empty until the bank gives one. */
  nameAtBank: string;
  address: string;
  /** ISO time from which money can be sent there; null: at once. */
  usableFrom: string | null;
  /** Why money cannot be sent at once; null when it can. */
  waitReason: WaitReason | null;
  /** Neither is allowed while money is on its way there. */
  change: Ability;
  remove: Ability;
}

export type PassbookKind = 'release' | 'withdrawal' | 'withdrawal_returned' | 'withdrawal_reversed' | 'held';

export interface PassbookLine {
  id: string;
  at: string;
  kind: PassbookKind;
  /** The job's or milestone's name, or where money went. */
  title: string;
  jobNumber: string | null;
  /** The signed change of the balance. Held lines are not part of the balance. */
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
  /** ISO time since which withdrawals are stopped because the owner denied an event; null: not stopped. */
  stoppedAt: string | null;
}

export interface Invoice {
  id: number;
  /** From the worker to the poster, or from the platform to the worker for its fee. */
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
