import type { FactorProof } from '@fws/contract/identity/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { alertOwner } from '../alerts/service.ts';
import { findAlertById, lockAlert } from '../alerts/store.ts';
import { hasSecondFactor } from '../login/rules.ts';
import { removeSecondFactors } from '../second-factors/service.ts';
import { findFactors } from '../second-factors/store.ts';
import { getUserById } from '../store.ts';
import { lockOwner } from '../withdrawals-stop/service.ts';
import { listPossibleProofs, REMOVAL_WAIT_MS } from './rules.ts';
import { findRemovalTime, wasFactorUsed } from './store.ts';

/**
 * Has the second factors of a user removed a day later, for an admin who has seen this proof. The owner is alerted now, by
 * every contact that is trusted, and stops it with "This was not me".
 */
export async function askForRemoval(
  tx: Tx,
  { userId, proof }: { userId: number; proof: FactorProof },
  now: Date,
): Promise<Outcome<null>> {
  await lockOwner(tx, userId);
  if (!hasSecondFactor(await findFactors(tx, userId)))
    return refuse('conflict', 'admin.user_without_factors');
  if (await findRemovalTime(tx, userId, now)) return refuse('conflict', 'admin.factors_wait');
  if (!listPossibleProofs(await getUserById(tx, userId), now).includes(proof))
    return refuse('conflict', 'admin.factor_proof_impossible');
  const dueAt = new Date(now.getTime() + REMOVAL_WAIT_MS);
  const facts = { dueAt: dueAt.toISOString() };
  const alertId = await alertOwner(tx, { userId, kind: 'second_factor_lost', facts, byFws: true }, now);
  await scheduleRemoval(tx, alertId, dueAt);
  return done(null);
}

const scheduleRemoval = (tx: Tx, alertId: number, runAt: Date) =>
  enqueue(tx, 'remove_lost_factors', { alertId }, { runAt, key: `remove_lost_factors:${alertId}` });

/** Removes the factors when the day is over, unless the owner has objected or used one. */
export async function removeLostFactors({ db, ports }: Deps, alertId: number): Promise<void> {
  const now = ports.clock.now();
  const alert = await findAlertById(db, alertId);
  if (!alert) return;
  const dueAt = new Date(alert.at.getTime() + REMOVAL_WAIT_MS);
  const userId = alert.user_id;
  await inTx(db, async (tx) => {
    if (now < dueAt) return scheduleRemoval(tx, alertId, dueAt);
    await lockOwner(tx, userId);
    const { denied_at: deniedAt } = await lockAlert(tx, alertId);
    if (deniedAt !== null || (await wasFactorUsed(tx, userId, alert.at))) return;
    if (!(await removeSecondFactors(tx, userId))) return;
    await recordSecurityEvent(tx, { kind: 'second_factor_reset', userId }, now);
    await alertOwner(tx, { userId, kind: 'second_factor_changed', byFws: true }, now);
    await publish(tx, { users: [userId], topic: 'identity', id: userId });
  });
}
