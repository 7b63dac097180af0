import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ChangedBy } from '../../../platform/transition.ts';
import { post, withdrawalRequested } from '../../ledger/index.ts';
import { lockWallet, takeLate } from '../../rests/index.ts';
import { findNewestAccount } from '../accounts/store.ts';
import { formatDestination } from '../withdrawals/rules.ts';
import { returnUnsent } from '../corrections/service.ts';
import { enqueueWithdrawalCheck } from '../transfer-checks/service.ts';
import {
  insertWithdrawal,
  allocateWithdrawalId,
  findWithdrawalId,
  transitionWithdrawals,
} from '../withdrawals/store.ts';

/**
 * Recreates the row of a transfer that the provider has and a restored database lacks. The row counts as sent, so it is
 * looked up and never sent again; the provider's answer then books it like any other.
 */
export async function recoverWithdrawal(
  deps: Deps,
  tx: Tx,
  missingTransfer: {
    transferId: string;
    userId: number;
    amountPaise: number;
    restoredAt: Date;
    adminId: number;
    now: Date;
  },
): Promise<'done' | 'known' | 'unknown_worker' | 'wallet_short'> {
  const { transferId, userId, amountPaise, restoredAt, adminId, now } = missingTransfer;
  const by: ChangedBy = { role: 'admin', userId: adminId };
  if ((await findWithdrawalId(tx, transferId)) !== null) return 'known';
  // The account it went to may be missing too. The ledger only depends on the worker.
  const account = await findNewestAccount(tx, userId);
  if (!account) return 'unknown_worker';
  const id = await allocateWithdrawalId(tx);
  const postRequest = () =>
    post(tx, withdrawalRequested({ withdrawalId: id, workerId: userId, amountPaise, at: now }));
  await lockWallet(tx, userId);
  let posted = await postRequest();
  if (!posted.ok) {
    // The worker may have requested the same money again since the restore.
    await returnUnsent(deps, tx, userId, { since: restoredAt, by });
    posted = await postRequest();
  }
  if (!posted.ok) return 'wallet_short';
  const destination = formatDestination(account);
  const withdrawal = await insertWithdrawal(tx, {
    id,
    transferId,
    userId,
    accountId: account.id,
    destination,
    amountPaise,
    now,
  });
  await takeLate(tx, { userId, withdrawalId: id, amountPaise, at: now });
  await transitionWithdrawals(tx, [withdrawal], 'recover', { by, at: now });
  await enqueueWithdrawalCheck(tx, id);
  return 'done';
}
