import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { WaitReason } from '@fws/contract/payouts/model';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import type { Destination, Transfer } from '../../../ports/payout-gateway.ts';
import { compareNames } from '../../kyc/index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Why an unsent withdrawal was returned: its owner reported an action that was not theirs. */
export const STOPPED_BY_OWNER = 'withdrawals stopped by the owner';

/** Why a withdrawal requested after a restore was returned: the provider had already paid that money out. */
export const PAID_BEFORE_RESTORE = 'paid out before the database was restored';

/** Why an unsent withdrawal was returned: a release that it took from was put on hold. */
export const RELEASE_ON_HOLD = 'a release is on hold';

/** Longer than the timeouts of all calls that sending makes, added up. */
export const SENDING_MS = MINUTE;

interface NamedAccount {
  kind: 'bank' | 'upi';
  bank_name: string;
  ifsc: string;
  account_ending: string;
  upi_id: string;
}

/** Falls back to the first four letters of the IFSC when the bank's name is unknown. */
export const formatBankName = ({ bank_name: name, ifsc }: Pick<NamedAccount, 'bank_name' | 'ifsc'>): string =>
  name || ifsc.slice(0, 4);

/** "State Bank of India ··4417", or the UPI ID. */
export const formatDestination = (account: NamedAccount): string =>
  account.kind === 'upi' ? account.upi_id : `${formatBankName(account)} ··${account.account_ending}`;

/** The prefix of a transfer id names its provider. An id has at most 36 characters. */
const TRANSFER_ID_PREFIXES: readonly [provider: string, mark: string][] = [['razorpay', 'rzp_']];
const DEFAULT_PREFIX = 'fws_';

export const buildTransferId = (provider: string, unique: string): string =>
  (TRANSFER_ID_PREFIXES.find(([name]) => name === provider)?.[1] ?? DEFAULT_PREFIX) + unique;

/** `providers`: those that are configured. Null when the transfer began with another. */
export const findProvider = (transferId: string, providers: readonly string[]): string | null =>
  providers.find((provider) => transferId.startsWith(buildTransferId(provider, ''))) ?? null;

export type Step = 'pay' | 'fail' | 'reverse';
type Steps = readonly Step[] | 'contradiction';

const STEPS_WHILE_PENDING: Record<Transfer['status'], Steps> = {
  processing: [],
  paid: ['pay'],
  failed: ['fail'],
  rejected: ['fail'],
  // It was paid and reversed between two checks.
  reversed: ['pay', 'reverse'],
};

const STEPS: Record<WithdrawalState, Record<Transfer['status'], Steps>> = {
  requested: STEPS_WHILE_PENDING,
  processing: STEPS_WHILE_PENDING,
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

/** The steps that a provider status causes in this state. They only lead forward, so an old status changes nothing. */
export const getSteps = (state: WithdrawalState, status: Transfer['status']): Steps => STEPS[state][status];

/** Whether the provider's status agrees with our state. */
export const isConfirmedBy = (state: WithdrawalState, status: Transfer['status']): boolean =>
  status === 'rejected' ? state === 'failed' : state === status;

/** `credit` returns the money to the worker; `debit` takes it out of their wallet after all. */
export type Correction = 'credit' | 'debit';

/** The correction that an admin may make, by our state and the provider's last status. */
export function findCorrection(state: WithdrawalState, lastStatus: string | undefined): Correction | null {
  if (state === 'paid' && (lastStatus === 'failed' || lastStatus === 'rejected' || lastStatus === 'unknown'))
    return 'credit';
  return state === 'failed' && lastStatus === 'paid' ? 'debit' : null;
}

const OVERDUE_AFTER_MS = 24 * HOUR;

/** Under way for longer than banks take: it needs an ops case. */
export const isOverdue = (state: WithdrawalState, createdAt: Date, now: Date): boolean =>
  (state === 'requested' || state === 'processing') &&
  now.getTime() - createdAt.getTime() >= OVERDUE_AFTER_MS;

const RECHECK_PERIOD_MS = 72 * HOUR;

/** When to ask the provider next, at growing intervals; null when none is left. The last one repeats until answered. */
export function calculateNextCheckTime(
  state: WithdrawalState,
  since: Date,
  now: Date,
  isAnswered: boolean,
): Date | null {
  const ageMs = now.getTime() - since.getTime();
  const getTimeAfter = (ms: number) => new Date(now.getTime() + ms);
  if (state === 'reversed') return null;
  if (state === 'requested' || state === 'processing')
    return getTimeAfter(Math.min(Math.max(ageMs / 2, 3 * SECOND), 30 * MINUTE));
  // Banks return money within days, and a failed transfer may turn out to be paid; usually a webhook comes first.
  if (ageMs > RECHECK_PERIOD_MS) return isAnswered ? null : getTimeAfter(HOUR);
  return getTimeAfter(Math.min(Math.max(ageMs, 10 * MINUTE), 24 * HOUR));
}

/** UPI IDs are compared without regard to letter case. */
export const isSameDestination = (first: Destination, second: Destination): boolean =>
  toDestinationKey(first) === toDestinationKey(second);

/** Equal for two notations of one destination. */
export const toDestinationKey = (destination: Destination): string =>
  destination.kind === 'bank'
    ? `${destination.ifsc} ${destination.accountNumber}`
    : destination.vpa.toLowerCase();

/**
 * Why an account cannot be used at once; null when it can. Only the name from the bank counts, never what was typed.
 * `nameAtBank` is empty when the bank was not asked or gave no name.
 */
export function findWaitReason(
  identity: { state: IdentityState; name: string },
  nameAtBank: string,
): WaitReason | null {
  if (identity.state !== 'verified') return 'unverified';
  if (nameAtBank === '') return 'no_answer';
  return NAME_REASONS[compareNames(nameAtBank, identity.name).match];
}

const NAME_REASONS = { same: null, unclear: 'unclear_name', other: 'other_name' } as const;

/** The wait gives the owner time to object. */
export const calculateUsableFrom = (reason: WaitReason | null, now: Date, waitMs: number): Date =>
  reason === null ? now : new Date(now.getTime() + waitMs);

type Wait = { usable_from: Date; wait_reason: WaitReason | null };

/** A wait that has begun ends now or at the time its owner was told. It never becomes longer. */
export const shortenWait = (wait: Wait, reason: WaitReason | null, now: Date): Wait => ({
  usable_from:
    reason === null ? new Date(Math.min(wait.usable_from.getTime(), now.getTime())) : wait.usable_from,
  wait_reason: reason,
});

const NAME_CHECK_PERIOD_MS = 24 * HOUR;

/** When to ask a bank again that did not answer, at growing intervals; null after a day. */
export function calculateNextNameCheckTime(since: Date, now: Date): Date | null {
  const ageMs = now.getTime() - since.getTime();
  if (ageMs >= NAME_CHECK_PERIOD_MS) return null;
  return new Date(now.getTime() + Math.min(Math.max(ageMs, MINUTE), 2 * HOUR));
}

/** The bank's name of a changed account: looked up again when it is empty or left over from the old IFSC. */
export function resolveBankName(
  before: { ifsc: string; bankName: string },
  typed: { ifsc: string; bankName: string },
  lookUpBankName: (ifsc: string) => string,
): string {
  const isLeftover = typed.ifsc !== before.ifsc && typed.bankName === before.bankName;
  return isLeftover || typed.bankName === '' ? lookUpBankName(typed.ifsc) : typed.bankName;
}
