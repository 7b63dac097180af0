import type { Tx } from '../../../platform/db/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import type { LockedJob } from '../../escrow/index.ts';
import { notifyBothOfChange } from './notices.ts';
import { listTouchedIds } from './rules.ts';
import { findLastTurn, findOpenChange, transitionChanges } from './store.ts';

/**
 * Ends the open change of a job that has ended or was cancelled, or one that touches a milestone that was paid.
 * `milestoneId`: null for every open change. The caller publishes the change of the contract.
 */
export async function overtakeChange(
  tx: Tx,
  lockedJob: LockedJob,
  { by, at }: Cause,
  { milestoneId = null }: { milestoneId?: number | null } = {},
): Promise<void> {
  const change = await findOpenChange(tx, lockedJob.job.id);
  if (!change) return;
  const { changes, total_paise: totalPaise } = await findLastTurn(tx, change);
  if (milestoneId !== null && !listTouchedIds(changes).includes(milestoneId)) return;
  const actor = by.role === 'admin' || by.role === 'user' ? ({ role: 'system' } as const) : by;
  await transitionChanges(tx, [change], 'overtake', { by: actor, at, change: { closed_at: at } });
  await notifyBothOfChange(tx, lockedJob, change, { event: 'overtake', totalPaise });
}
