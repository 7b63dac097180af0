import { randomUUID } from 'node:crypto';
import type { WaitReason } from '@fws/contract/payouts/model';
import type { Withdrawal, WithdrawRequest } from '@fws/contract/payouts/schemas';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import { formatRupees } from '@fws/contract/platform/display';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type MessageValues, type Outcome } from '@fws/contract/platform/refusal';
import type { Answer } from '../../../platform/answer.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { translate } from '../../../platform/messages.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { getAccessChanges, getWithdrawalsStoppedAt } from '../../identity/index.ts';
import { getIdentity } from '../../kyc/index.ts';
import {
  arePayoutsPaused,
  getBalance,
  post,
  toWalletAccount,
  withdrawalRequested,
} from '../../ledger/index.ts';
import {
  findWithdrawableTime,
  lockWallet,
  readWalletState,
  takeFree,
  type WalletState,
} from '../../rests/index.ts';
import { applyRest, findAccessRest } from '../access-rest/rules.ts';
import { lockAccount, markFirstUse, findOwnAccount, type AccountRow } from '../accounts/store.ts';
import { alertAccountOwner } from '../owner-alerts/service.ts';
import {
  formatDestination,
  PAID_BEFORE_RESTORE,
  RELEASE_ON_HOLD,
  STOPPED_BY_OWNER,
  buildTransferId,
} from './rules.ts';
import { mayWithdraw } from '../policy.ts';
import { enqueueWithdrawalCheck } from '../transfer-checks/service.ts';
import { insertWithdrawal, allocateWithdrawalId, type WithdrawalRow } from './store.ts';

export type WithdrawalParams = Pick<WithdrawRequest, 'amountPaise' | 'accountId'> & {
  userId: number;
  /** The provider that will pay it out. */
  provider: string;
  now: Date;
};

/** Checks that the user may withdraw to this account, and returns the account. */
export async function checkCanWithdraw(
  db: Db | Tx,
  params: Omit<WithdrawalParams, 'amountPaise' | 'provider'>,
): Promise<Outcome<AccountRow>> {
  const { state: identity } = await getIdentity(db, params.userId);
  const ability = mayWithdraw(identity, await getWithdrawalsStoppedAt(db, params.userId));
  if (!ability.allowed) return refuse('forbidden', ability.reason);
  const saved = await findOwnAccount(db, params.userId, params.accountId);
  const account = saved && applyRest(saved, findAccessRest(await getAccessChanges(db, params.userId)));
  if (!account) return refuse('not_found', 'payouts.account_not_found');
  if (account.usable_from > params.now)
    return refuse('conflict', WAIT_MESSAGES[account.wait_reason ?? 'no_answer'], {
      values: { time: account.usable_from.toISOString() },
    });
  return done(account);
}

const WAIT_MESSAGES = {
  unverified: 'payouts.account_waiting_unverified',
  unclear_name: 'payouts.account_waiting_unclear_name',
  other_name: 'payouts.account_waiting_other_name',
  no_answer: 'payouts.account_waiting_no_answer',
  password_reset: 'payouts.account_waiting_password_reset',
  contact_changed: 'payouts.account_waiting_contact_changed',
  reset_and_changed: 'payouts.account_waiting_reset_and_changed',
} as const satisfies Record<WaitReason, SharedMessageId>;

/** Sets the money aside, which the ledger refuses if there is too little. A task sends it. */
export const requestWithdrawal = (
  { db }: Pick<Deps, 'db'>,
  params: WithdrawalParams,
  { locale, idempotency }: { locale: Locale; idempotency: IdempotencyClaim | null },
): Promise<Answer<Withdrawal>> =>
  runMoneyCommand(db, idempotency, async (tx) => {
    const requested = await requestWithdrawalInTx(tx, params, locale);
    if (!requested.ok) return requested;
    const { amountPaise, to, reason } = requested.value;
    const values = { amount: formatRupees(amountPaise), to };
    // A new withdrawal can have only one reason: payouts are paused.
    const code = reason === null ? 'payouts.requested' : 'payouts.requested_paused';
    return { ...requested, message: { code, values } };
  });

export async function requestWithdrawalInTx(
  tx: Tx,
  params: WithdrawalParams,
  locale: Locale,
): Promise<Outcome<Withdrawal>> {
  const { userId, amountPaise, provider, now } = params;
  // Lock the account, so that its destination cannot change before this transaction ends.
  await lockAccount(tx, { userId, id: params.accountId });
  const allowed = await checkCanWithdraw(tx, params);
  if (!allowed.ok) return allowed;
  const account = allowed.value;
  await lockWallet(tx, userId);
  const state = await readWalletState(tx, userId, now);
  const problem = await findAmountProblem(tx, state, { userId, amountPaise, now });
  if (problem) return problem;
  const id = await allocateWithdrawalId(tx);
  const posted = await post(
    tx,
    withdrawalRequested({ withdrawalId: id, workerId: userId, amountPaise, at: now }),
  );
  if (!posted.ok) return refuseInsufficient(state);
  const destination = formatDestination(account);
  const transferId = buildTransferId(provider, randomUUID().replaceAll('-', ''));
  const row = await insertWithdrawal(tx, {
    id,
    transferId,
    userId,
    accountId: account.id,
    destination,
    amountPaise,
    now,
  });
  await takeFree(tx, { userId, withdrawalId: id, amountPaise, at: now });
  await enqueueWithdrawalCheck(tx, id);
  const isPaused = await arePayoutsPaused(tx);
  await notify(tx, {
    userId,
    type: isPaused ? 'withdrawal_waits' : 'withdrawal_requested',
    values: { amount: formatRupees(amountPaise), to: destination },
    path: '/payment',
    dedupeKey: `withdrawal:${id}:requested`,
  });
  if (await markFirstUse(tx, account.id, now))
    await alertAccountOwner(tx, 'payout_account_used', account, now, { amountPaise });
  await publish(tx, { users: [userId], topic: 'wallet', id });
  return done(toWithdrawal(row, locale, isPaused));
}

/** What can be withdrawn now: what neither rests nor is on hold, within the limits of a fresh account. */
export const calculateWithdrawable = ({
  freePaise,
  limit,
}: Pick<WalletState, 'freePaise' | 'limit'>): number => Math.min(freePaise, limit?.leftPaise ?? freePaise);

const refuseInsufficient = (state: WalletState) =>
  refuseField('amountText', 'payouts.insufficient', { balance: formatRupees(calculateWithdrawable(state)) });

/** Why this amount cannot be withdrawn now; null if it can. The caller holds the lock of the wallet. */
async function findAmountProblem(
  tx: Tx,
  state: WalletState,
  { userId, amountPaise, now }: Pick<WithdrawalParams, 'userId' | 'amountPaise' | 'now'>,
) {
  if (amountPaise > (await getBalance(tx, toWalletAccount(userId)))) return refuseInsufficient(state);
  const ready = formatRupees(calculateWithdrawable(state));
  const amount = formatRupees(amountPaise);
  if (amountPaise > state.freePaise) {
    const time = findWithdrawableTime(state, amountPaise, now);
    return time
      ? refuseAmount('payouts.resting_until', { ready, amount, time: time.toISOString() })
      : refuseAmount('payouts.on_hold', { ready });
  }
  const { limit } = state;
  if (!limit || amountPaise <= limit.leftPaise) return null;
  const values = { ready, max: formatRupees(limit.maxPaise), days: Math.round(limit.hours / 24) };
  return refuseAmount('payouts.limit_reached', values);
}

/** The request is well-formed; what is in the way is the state of the wallet. */
const refuseAmount = (code: SharedMessageId, values: MessageValues) =>
  refuse('conflict', code, { values, fields: { amountText: { code, values } } });

/** Why the money came back, worded for its owner. The provider's own reason is for admins. */
const RETURN_REASONS: Partial<Record<WithdrawalState, SharedMessageId>> = {
  failed: 'payouts.failed_reason',
  reversed: 'payouts.reversed_reason',
};

/** `isPaused`: after a restore nothing is paid out until the books are compared with the provider's records. */
export function toWithdrawal(row: WithdrawalRow, locale: Locale, isPaused: boolean): Withdrawal {
  const reason = findReason(row, isPaused);
  return {
    id: row.id,
    amountPaise: row.amount_paise,
    to: row.destination,
    state: row.state,
    reason: reason ? translate(locale, reason) : null,
    utr: row.utr,
    createdAt: row.created_at.toISOString(),
  };
}

function findReason({ state, reason }: WithdrawalRow, isPaused: boolean): SharedMessageId | undefined {
  if (state === 'requested' && isPaused) return 'payouts.paused_reason';
  if (reason === PAID_BEFORE_RESTORE) return 'payouts.paid_before_reason';
  if (reason === RELEASE_ON_HOLD) return 'payouts.held_reason';
  return reason === STOPPED_BY_OWNER ? 'payouts.stopped_reason' : RETURN_REASONS[state];
}
