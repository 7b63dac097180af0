import type { PlatformAccount } from './accounts.ts';
import { walletOf, withdrawalOf } from './accounts.ts';
import type { Posting } from './posting.ts';
import { assertAmounts, balanced, credit, debit } from './posting.ts';

/** A worker's money on its way to their bank. */

const PAYOUT_FLOAT: PlatformAccount = 'payout_float';

interface Withdrawal {
  withdrawalId: number;
  workerId: number;
  amountPaise: number;
  at: Date;
}

/** The wallet's money is set aside before the provider is asked. */
export const withdrawalRequested = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(
    withdrawal,
    'requested',
    walletOf(withdrawal.workerId),
    withdrawalOf(withdrawal.withdrawalId),
  );

/** The provider's word that the bank has it. */
export const withdrawalPaid = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(withdrawal, 'paid', withdrawalOf(withdrawal.withdrawalId), PAYOUT_FLOAT);

/**
 * It counted as failed and was paid all the same: a person takes the money out of the wallet once more. The key is that
 * of being paid, so that neither can follow the other, and a reversal finds what it reverses.
 */
export const withdrawalPaidAfterAll = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(withdrawal, 'paid', walletOf(withdrawal.workerId), PAYOUT_FLOAT);

/** Failed or rejected: back in the wallet. */
export const withdrawalReturned = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(
    withdrawal,
    'returned',
    withdrawalOf(withdrawal.withdrawalId),
    walletOf(withdrawal.workerId),
  );

/** The bank sent it back after it was paid. */
export const withdrawalReversed = (withdrawal: Withdrawal): Posting => ({
  ...withdrawalStep(withdrawal, 'reversed', PAYOUT_FLOAT, walletOf(withdrawal.workerId)),
  reverses: `withdrawal:${withdrawal.withdrawalId}:paid`,
});

function withdrawalStep(
  { withdrawalId, workerId, amountPaise, at }: Withdrawal,
  step: 'requested' | 'paid' | 'returned' | 'reversed',
  from: string,
  to: string,
): Posting {
  assertAmounts({ amountPaise });
  return {
    kind: `withdrawal_${step}`,
    key: `withdrawal:${withdrawalId}:${step}`,
    entries: balanced([debit(from, amountPaise), credit(to, amountPaise)]),
    refs: { withdrawalId, userId: workerId },
    eventTime: at,
  };
}
