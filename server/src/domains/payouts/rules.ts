import type { IdentityState } from '@fws/contract/kyc/process';
import type { WaitReason } from '@fws/contract/payouts/model';
import type { WithdrawalState } from '@fws/contract/payouts/process';
import type { Destination, Transfer } from '../../ports/payout-gateway.ts';
import { sameName } from '../kyc/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Why a withdrawal that was not sent yet came back: its owner said that something was not them. */
export const STOPPED_BY_OWNER = 'withdrawals stopped by the owner';

/** Why one came back that was asked for after a restore: its money had been paid out before, as the provider says. */
export const PAID_BEFORE_RESTORE = 'paid out before the database was restored';

/** Longer than all the calls that sending takes together, each with its own time-out. */
export const SENDING_MS = MINUTE;

interface NamedAccount {
  kind: 'bank' | 'upi';
  bank_name: string;
  ifsc: string;
  account_ending: string;
  upi_id: string;
}

/** The first four letters of an IFSC stand for a bank that is not known by its name. */
export const bankNameOf = ({ bank_name: name, ifsc }: Pick<NamedAccount, 'bank_name' | 'ifsc'>): string =>
  name || ifsc.slice(0, 4);

/** "State Bank of India ··4417", or the UPI ID. */
export const destinationText = (account: NamedAccount): string =>
  account.kind === 'upi' ? account.upi_id : `${bankNameOf(account)} ··${account.account_ending}`;

/** Whose a transfer is, is read off its id, which bears no more than 36 letters. */
const TRANSFER_MARKS: readonly [provider: string, mark: string][] = [['razorpay', 'rzp_']];
const USUAL_MARK = 'fws_';

export const transferIdFor = (provider: string, unique: string): string =>
  (TRANSFER_MARKS.find(([name]) => name === provider)?.[1] ?? USUAL_MARK) + unique;

/** `providers`: those that are set up. Null: the transfer began with another. */
export const providerOf = (transferId: string, providers: readonly string[]): string | null =>
  providers.find((provider) => transferId.startsWith(transferIdFor(provider, ''))) ?? null;

export type Step = 'pay' | 'fail' | 'reverse';
type Steps = readonly Step[] | 'contradiction';

const UNDER_WAY: Record<Transfer['status'], Steps> = {
  processing: [],
  paid: ['pay'],
  failed: ['fail'],
  rejected: ['fail'],
  // It was paid in between, while nobody looked.
  reversed: ['pay', 'reverse'],
};

const STEPS: Record<WithdrawalState, Record<Transfer['status'], Steps>> = {
  requested: UNDER_WAY,
  processing: UNDER_WAY,
  paid: {
    processing: [],
    paid: [],
    failed: 'contradiction',
    rejected: 'contradiction',
    reversed: ['reverse'],
  },
  failed: { processing: [], paid: 'contradiction', failed: [], rejected: [], reversed: 'contradiction' },
  reversed: { processing: [], paid: [], failed: [], rejected: [], reversed: [] },
};

/** What the provider's word means for a withdrawal in that state: forward only, so old news changes nothing. */
export const stepsFor = (state: WithdrawalState, status: Transfer['status']): Steps => STEPS[state][status];

export const STATE_AFTER: Record<Step, 'paid' | 'failed' | 'reversed'> = {
  pay: 'paid',
  fail: 'failed',
  reverse: 'reversed',
};

/** Provider and we say the same. */
export const isSaidOf = (state: WithdrawalState, status: Transfer['status']): boolean =>
  status === 'rejected' ? state === 'failed' : state === status;

/** Back to the worker, or out of their wallet after all. */
export type Correction = 'credit' | 'debit';

/** What may be corrected by a person, by our state and the provider's last word. */
export function correctionFor(state: WithdrawalState, lastWord: string | undefined): Correction | null {
  if (state === 'paid' && (lastWord === 'failed' || lastWord === 'rejected' || lastWord === 'unknown'))
    return 'credit';
  return state === 'failed' && lastWord === 'paid' ? 'debit' : null;
}

const OVERDUE_AFTER_MS = 24 * HOUR;

/** Under way for longer than banks take: a person has to look. */
export const isOverdue = (state: WithdrawalState, createdAt: Date, now: Date): boolean =>
  (state === 'requested' || state === 'processing') &&
  now.getTime() - createdAt.getTime() >= OVERDUE_AFTER_MS;

const WATCHED_MS = 72 * HOUR;

/** When to ask the provider next, at growing intervals; null when its last word is known. The last question wants an answer. */
export function nextCheckAt(
  state: WithdrawalState,
  since: Date,
  now: Date,
  isAnswered: boolean,
): Date | null {
  const ageMs = now.getTime() - since.getTime();
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  if (state === 'reversed') return null;
  if (state === 'requested' || state === 'processing')
    return inMs(Math.min(Math.max(ageMs / 2, 3 * SECOND), 30 * MINUTE));
  // Within days banks send money back, and what was called failed may prove paid; a webhook usually says so first.
  if (ageMs > WATCHED_MS) return isAnswered ? null : inMs(HOUR);
  return inMs(Math.min(Math.max(ageMs, 10 * MINUTE), 24 * HOUR));
}

/** Does money go to the same place? UPI IDs are the same in capitals and small letters. */
export const isSameDestination = (one: Destination, other: Destination): boolean =>
  toPlace(one) === toPlace(other);

const toPlace = (destination: Destination): string =>
  destination.kind === 'bank'
    ? `${destination.ifsc} ${destination.accountNumber}`
    : destination.vpa.toLowerCase();

/**
 * Why money cannot go to an account at once; null: it can. Only the bank's own answer counts, never what was typed.
 * `nameAtBank` is empty when the bank was not asked or gave no name.
 */
export function waitReasonFor(
  identity: { state: IdentityState; name: string },
  nameAtBank: string,
): WaitReason | null {
  if (identity.state !== 'verified') return 'unverified';
  if (nameAtBank === '') return 'no_answer';
  return sameName(nameAtBank, identity.name) ? null : 'other_name';
}

/** While an account waits its owner can object. */
export const usableFrom = (reason: WaitReason | null, now: Date, waitMs: number): Date =>
  reason === null ? now : new Date(now.getTime() + waitMs);

type Wait = { usable_from: Date; wait_reason: WaitReason | null };

/** A wait that has begun ends at once or as it was told to its owner: it never becomes longer. */
export const shortenWait = (wait: Wait, reason: WaitReason | null, now: Date): Wait => ({
  usable_from:
    reason === null ? new Date(Math.min(wait.usable_from.getTime(), now.getTime())) : wait.usable_from,
  wait_reason: reason,
});

const NAME_ASKED_FOR_MS = 24 * HOUR;

/** When to ask a bank again that did not answer, at growing intervals; null when it was asked for long enough. */
export function nextNameCheckAt(since: Date, now: Date): Date | null {
  const ageMs = now.getTime() - since.getTime();
  if (ageMs >= NAME_ASKED_FOR_MS) return null;
  return new Date(now.getTime() + Math.min(Math.max(ageMs, MINUTE), 2 * HOUR));
}

/** The bank's name of a changed account: one that was only carried along from the old IFSC is looked up again. */
export function bankNameFor(
  before: { ifsc: string; bankName: string },
  typed: { ifsc: string; bankName: string },
  known: (ifsc: string) => string,
): string {
  const isCarried = typed.ifsc !== before.ifsc && typed.bankName === before.bankName;
  return isCarried || typed.bankName === '' ? known(typed.ifsc) : typed.bankName;
}
