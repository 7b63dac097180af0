import type { Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { post, withdrawalRequested } from '../ledger/index.ts';
import { newestAccount } from './accounts-store.ts';
import { destinationText } from './rules.ts';
import { askAboutWithdrawal, returnUnsent } from './transfers.ts';
import { insertWithdrawal, nextWithdrawalId, updateWithdrawal, withdrawalIdOf } from './withdrawals-store.ts';

/**
 * Makes the row of a transfer again that the provider has and a restored database forgot. It counts as sent, so that it
 * is only asked about; the provider's answer then books it like any other.
 */
export async function recoverWithdrawal(
  deps: Deps,
  tx: Tx,
  forgotten: { transferId: string; userId: number; amountPaise: number; restoredAt: Date; now: Date },
): Promise<'done' | 'known' | 'unknown_worker' | 'wallet_short'> {
  const { transferId, userId, amountPaise, restoredAt, now } = forgotten;
  if ((await withdrawalIdOf(tx, transferId)) !== null) return 'known';
  // Which account it went to may be forgotten too; the ledger goes by whose it was.
  const account = await newestAccount(tx, userId);
  if (!account) return 'unknown_worker';
  const id = await nextWithdrawalId(tx);
  const request = () =>
    post(tx, withdrawalRequested({ withdrawalId: id, workerId: userId, amountPaise, at: now }));
  let posted = await request();
  if (!posted.ok) {
    // They may have asked for the same money again meanwhile.
    await returnUnsent(deps, tx, userId, restoredAt);
    posted = await request();
  }
  if (!posted.ok) return 'wallet_short';
  const destination = destinationText(account);
  await insertWithdrawal(tx, {
    id,
    transferId,
    userId,
    accountId: account.id,
    destination,
    amountPaise,
    now,
  });
  await updateWithdrawal(tx, id, { state: 'processing' });
  await askAboutWithdrawal(tx, id);
  return 'done';
}
