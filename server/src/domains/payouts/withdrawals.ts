import { randomUUID } from 'node:crypto';
import type { WaitReason, Withdrawal, WithdrawRequest } from '@fws/contract/payouts/model';
import type { WithdrawalState } from '@fws/contract/payouts/process';
import { formatRupees } from '@fws/contract/platform/display';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Db, Tx } from '../../platform/db/index.ts';
import { translate } from '../../platform/messages.ts';
import { enqueue, tell } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { withdrawalsStoppedAt } from '../identity/index.ts';
import { identityOf } from '../kyc/index.ts';
import { arePayoutsPaused, balance, post, walletOf, withdrawalRequested } from '../ledger/index.ts';
import { lockAccount, markFirstUse, ownAccount, type AccountRow } from './accounts-store.ts';
import { tellOwner } from './owner-alerts.ts';
import { destinationText, PAID_BEFORE_RESTORE, STOPPED_BY_OWNER, transferIdFor } from './rules.ts';
import { insertWithdrawal, nextWithdrawalId, type WithdrawalRow } from './withdrawals-store.ts';

export type Asked = Pick<WithdrawRequest, 'amountPaise' | 'accountId'> & {
  userId: number;
  /** The provider that will pay it out. */
  provider: string;
  now: Date;
};

/** Checks that the user may withdraw to this account, and returns the account. */
export async function mayWithdraw(
  db: Db | Tx,
  asked: Omit<Asked, 'amountPaise' | 'provider'>,
): Promise<Outcome<AccountRow>> {
  const identity = await identityOf(db, asked.userId);
  if (identity.state !== 'verified') return refuse('forbidden', 'payouts.identity_required');
  if ((await withdrawalsStoppedAt(db, asked.userId)) !== null)
    return refuse('forbidden', 'payouts.withdrawals_stopped');
  const account = await ownAccount(db, asked.userId, asked.accountId);
  if (!account) return refuse('not_found', 'payouts.account_not_found');
  if (account.usable_from > asked.now)
    return refuse('conflict', WAITING[account.wait_reason ?? 'no_answer'], {
      values: { time: timeInIndia(account.usable_from) },
    });
  return done(account);
}

const WAITING = {
  unverified: 'payouts.account_waiting_unverified',
  other_name: 'payouts.account_waiting_other_name',
  no_answer: 'payouts.account_waiting_no_answer',
} as const satisfies Record<WaitReason, SharedMessageId>;

/** Sets the money aside, which the ledger refuses if there is too little. A task sends it. */
export async function requestWithdrawal(tx: Tx, asked: Asked, locale: Locale): Promise<Outcome<Withdrawal>> {
  const { userId, amountPaise, provider, now } = asked;
  // Lock the account, so that its destination cannot change before this transaction ends.
  await lockAccount(tx, { userId, id: asked.accountId });
  const allowed = await mayWithdraw(tx, asked);
  if (!allowed.ok) return allowed;
  const account = allowed.value;
  const id = await nextWithdrawalId(tx);
  const posted = await post(
    tx,
    withdrawalRequested({ withdrawalId: id, workerId: userId, amountPaise, at: now }),
  );
  if (!posted.ok) {
    const ready = await balance(tx, walletOf(userId));
    return refuseField('amountPaise', 'payouts.insufficient', { balance: formatRupees(ready) });
  }
  const destination = destinationText(account);
  const transferId = transferIdFor(provider, randomUUID().replaceAll('-', ''));
  const row = await insertWithdrawal(tx, {
    id,
    transferId,
    userId,
    accountId: account.id,
    destination,
    amountPaise,
    now,
  });
  await enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { key: `withdrawal:${id}` });
  const isPaused = await arePayoutsPaused(tx);
  await tell(tx, {
    userId,
    type: isPaused ? 'withdrawal_waits' : 'withdrawal_requested',
    values: { amount: formatRupees(amountPaise), to: destination },
    path: '/payment',
    dedupeKey: `withdrawal:${id}:requested`,
  });
  if (await markFirstUse(tx, account.id, now))
    await tellOwner(tx, 'payout_account_used', account, now, { amountPaise });
  await publish(tx, { users: [userId], topic: 'wallet', id });
  return done(withdrawalOf(row, locale, isPaused));
}

/** Why the money came back, worded for its owner. The provider's own reason is for admins. */
const CAME_BACK: Partial<Record<WithdrawalState, SharedMessageId>> = {
  failed: 'payouts.failed_reason',
  reversed: 'payouts.reversed_reason',
};

/** `isPaused`: after a restore nothing is paid out until the books are compared with the provider's records. */
export function withdrawalOf(row: WithdrawalRow, locale: Locale, isPaused: boolean): Withdrawal {
  const reason = reasonFor(row, isPaused);
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

function reasonFor({ state, reason }: WithdrawalRow, isPaused: boolean): SharedMessageId | undefined {
  if (state === 'requested' && isPaused) return 'payouts.paused_reason';
  if (reason === PAID_BEFORE_RESTORE) return 'payouts.paid_before_reason';
  return reason === STOPPED_BY_OWNER ? 'payouts.stopped_reason' : CAME_BACK[state];
}

const indianTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: 'Asia/Kolkata',
});
const timeInIndia = (at: Date): string => indianTime.format(at);
