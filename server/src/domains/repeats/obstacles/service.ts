import type { Tx } from '../../../platform/db/index.ts';
import { lockMayOffer } from '../../../platform/offers.ts';
import { areBlocked } from '../../profile/index.ts';
import type { Obstacle } from '../policy.ts';

/** Why nothing new begins between the two; null: nothing is in the way, nor before this transaction ends. */
export async function findObstacle(
  tx: Tx,
  { poster_id: posterId, worker_id: workerId }: { poster_id: number; worker_id: number },
): Promise<Obstacle | null> {
  if (await areBlocked(tx, posterId, workerId)) return 'blocked';
  if (!(await lockMayOffer(tx, posterId)).ok) return 'poster_suspended';
  return (await lockMayOffer(tx, workerId)).ok ? null : 'worker_suspended';
}
