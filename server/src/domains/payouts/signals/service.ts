import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Destination } from '../../../ports/payout-gateway.ts';
import { recordSignal, type SignalDeps } from '../../links/index.ts';
import { createAccountNumbers, toDestination } from '../account-numbers/service.ts';
import { lockUnrecordedAccounts, markRecorded } from '../accounts/store.ts';
import { toDestinationKey } from '../withdrawals/rules.ts';

/** Accounts that are paid to one bank account or UPI ID are linked, also after one of them has removed it. */
export const recordDestination = (
  deps: SignalDeps,
  tx: Tx,
  userId: number,
  destination: Destination,
): Promise<void> =>
  recordSignal(deps, tx, { userId, kind: 'payout_account', value: toDestinationKey(destination) });

const BATCH_SIZE = 100;

/**
 * Task: records the signals of accounts that were added before signals existed, or under a former key. Nobody adds them
 * again, so that their links would be lost when the former key is removed.
 */
export function recordPayoutSignals(deps: SignalDeps & Pick<Deps, 'db'>): Promise<void> {
  const numbers = createAccountNumbers(deps.keyring);
  const keyId = deps.keyring.current.id;
  return inTx(deps.db, async (tx) => {
    const accounts = await lockUnrecordedAccounts(tx, keyId, BATCH_SIZE);
    for (const account of accounts)
      await recordDestination(deps, tx, account.user_id, toDestination(numbers, account));
    await markRecorded(
      tx,
      accounts.map(({ id }) => id),
      keyId,
    );
    if (accounts.length === BATCH_SIZE)
      await enqueue(tx, 'record_payout_signals', {}, { key: 'record_payout_signals' });
  });
}
