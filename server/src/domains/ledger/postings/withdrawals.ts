import type { PlatformAccount } from './accounts.ts';
import { toWalletAccount, toWithdrawalAccount } from './accounts.ts';
import type { Posting } from './posting.ts';
import { assertAmounts, toBalancedEntries, credit, debit } from './posting.ts';

/** Postings for a worker's withdrawal to their bank. */

const PAYOUT_FLOAT: PlatformAccount = 'payout_float';

interface Withdrawal {
  withdrawalId: number;
  workerId: number;
  amountPaise: number;
  at: Date;
}

/** Sets the wallet's money aside before the provider is called. */
export const withdrawalRequested = (withdrawal: Withdrawal): Posting =>
  buildWithdrawalPosting(
    withdrawal,
    'requested',
    toWalletAccount(withdrawal.workerId),
    toWithdrawalAccount(withdrawal.withdrawalId),
  );

/** The provider confirmed that the bank has the money. */
export const withdrawalPaid = (withdrawal: Withdrawal): Posting =>
  buildWithdrawalPosting(withdrawal, 'paid', toWithdrawalAccount(withdrawal.withdrawalId), PAYOUT_FLOAT);

/**
 * The withdrawal counted as failed and was paid after all: an operator takes the money out of the wallet again. The
 * key is that of `withdrawalPaid`, so that only one of the two can be posted and a reversal finds what it reverses.
 */
export const withdrawalPaidAfterAll = (withdrawal: Withdrawal): Posting =>
  buildWithdrawalPosting(withdrawal, 'paid', toWalletAccount(withdrawal.workerId), PAYOUT_FLOAT);

/** Failed or rejected: the money returns to the wallet. */
export const withdrawalReturned = (withdrawal: Withdrawal): Posting =>
  buildWithdrawalPosting(
    withdrawal,
    'returned',
    toWithdrawalAccount(withdrawal.withdrawalId),
    toWalletAccount(withdrawal.workerId),
  );

/** The bank sent the money back after it was paid. */
export const withdrawalReversed = (withdrawal: Withdrawal): Posting => ({
  ...buildWithdrawalPosting(withdrawal, 'reversed', PAYOUT_FLOAT, toWalletAccount(withdrawal.workerId)),
  reverses: `withdrawal:${withdrawal.withdrawalId}:paid`,
});

function buildWithdrawalPosting(
  { withdrawalId, workerId, amountPaise, at }: Withdrawal,
  step: 'requested' | 'paid' | 'returned' | 'reversed',
  from: string,
  to: string,
): Posting {
  assertAmounts({ amountPaise });
  return {
    kind: `withdrawal_${step}`,
    key: `withdrawal:${withdrawalId}:${step}`,
    entries: toBalancedEntries([debit(from, amountPaise), credit(to, amountPaise)]),
    refs: { withdrawalId, userId: workerId },
    eventTime: at,
  };
}
