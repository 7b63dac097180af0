import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ChangedBy } from '../../../platform/transition.ts';
import { listProviderStatuses, post, withdrawalPaidAfterAll } from '../../ledger/index.ts';
import { lockWallet, takeLate } from '../../rests/index.ts';
import { findCorrection, PAID_BEFORE_RESTORE, type Correction } from '../withdrawals/rules.ts';
import { lockWithdrawal, listPendingWithdrawalIds } from '../withdrawals/store.ts';
import { scheduleNextCheck, toSubject } from '../transfer-checks/service.ts';
import { applyEvent, recordEvent, toPostingFields } from '../withdrawal-events/service.ts';

/**
 * Executes an admin's decision when the provider contradicts its earlier status. `credit`: it counted as paid and was
 * not, so the money returns to the worker. `debit`: it counted as failed and was paid, so the money leaves the wallet.
 * The provider's last status must call for it, and each happens at most once: a reversed withdrawal stays reversed.
 */
export async function correctWithdrawal(
  deps: Deps,
  tx: Tx,
  id: number,
  { correction, adminId }: { correction: Correction; adminId: number },
): Promise<'done' | 'not_now' | 'wallet_short'> {
  const withdrawal = await lockWithdrawal(tx, id);
  const [latest] = await listProviderStatuses(tx, [toSubject(id)]);
  if (findCorrection(withdrawal.state, latest?.status) !== correction) return 'not_now';
  const by: ChangedBy = { role: 'admin', userId: adminId };
  const details = { utr: null, reason: latest?.note || null, by };
  if (correction === 'credit') {
    await scheduleNextCheck(deps, tx, await applyEvent(deps, tx, withdrawal, 'credit', details));
    return 'done';
  }
  // Only the ledger knows the balance at this moment: the money may have been withdrawn again.
  const now = deps.ports.clock.now();
  const { user_id: userId, amount_paise: amountPaise } = withdrawal;
  await lockWallet(tx, userId);
  const posted = await post(tx, withdrawalPaidAfterAll(toPostingFields(withdrawal, now)));
  if (!posted.ok && posted.reason === 'insufficient') return 'wallet_short';
  if (!posted.ok) throw new Error(`withdrawal ${id} cannot be debited: ${posted.reason}`);
  await takeLate(tx, { userId, withdrawalId: id, amountPaise, at: now });
  await scheduleNextCheck(deps, tx, await recordEvent(deps, tx, withdrawal, 'debit', details));
  return 'done';
}

/**
 * Returns a worker's withdrawals since a restore to the wallet, because the provider had already paid out that money.
 * None of them was sent: no transfer leaves until payouts are reopened.
 */
export async function returnUnsent(
  deps: Deps,
  tx: Tx,
  userId: number,
  { since, by }: { since: Date; by: ChangedBy },
): Promise<void> {
  for (const id of await listPendingWithdrawalIds(tx, userId)) {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== 'requested' || withdrawal.created_at < since) continue;
    const details = { utr: null, reason: PAID_BEFORE_RESTORE, by };
    await scheduleNextCheck(deps, tx, await applyEvent(deps, tx, withdrawal, 'fail', details));
  }
}
