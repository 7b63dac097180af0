import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { lockAccount, updateAccount, type AccountRow } from '../accounts/store.ts';
import { formatDestination } from '../withdrawals/rules.ts';
import { enqueueWithdrawalCheck } from '../transfer-checks/service.ts';
import { listPendingWithdrawalIds } from '../withdrawals/store.ts';

/** Moves no money, so it requires no code. The owner is notified. */
export function removeAccount(deps: Deps, userId: number, id: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    const account = await lockAccount(tx, { userId, id });
    if (!account) return refuse('not_found', 'payouts.account_not_found');
    if (account.in_flight) return refuse('conflict', 'payouts.account_in_use_remove');
    await remove(tx, account, deps.ports.clock.now());
    return done(null);
  });
}

/**
 * Task: the owner has reported that an action was not theirs. Withdrawals that were not yet sent return to the wallet.
 * The account in question is removed, even while money is on its way to it.
 */
export function stopPayouts(deps: Deps, userId: number, accountId: number | null): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const account = accountId === null ? null : await lockAccount(tx, { userId, id: accountId });
    if (account) await remove(tx, account, deps.ports.clock.now());
    for (const id of await listPendingWithdrawalIds(tx, userId)) await enqueueWithdrawalCheck(tx, id);
    await publish(tx, { users: [userId], topic: 'wallet', id: null });
  });
}

async function remove(tx: Tx, account: AccountRow, now: Date): Promise<void> {
  const { id, user_id: userId } = account;
  await updateAccount(tx, id, { removed_at: now });
  await recordSecurityEvent(tx, { kind: 'payout_account_removed', userId, details: { accountId: id } }, now);
  await notify(tx, {
    userId,
    type: 'payout_account_removed',
    values: { to: formatDestination(account) },
    path: account.kind === 'bank' ? '/bankList' : '/UPIList',
    dedupeKey: `payout_account:${id}:removed`,
  });
  await publish(tx, { users: [userId], topic: 'wallet', id: null });
}
