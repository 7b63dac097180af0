import { formatRupees } from '@fws/contract/platform/display';
import type { Tx } from '../../../platform/db/index.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { LiftedReleases } from '../../rests/index.ts';

/** Where people see what is on hold, and what they paid. */
export const PASSBOOK = '/payment';

/** Tells the worker that what a chargeback held can be withdrawn. */
export async function noteFreed(tx: Tx, subject: string, lifted: LiftedReleases | null): Promise<void> {
  if (!lifted) return;
  const { workerId: userId, leftPaise, releaseIds } = lifted;
  await publish(tx, { users: [userId], topic: 'wallet', id: null });
  if (leftPaise === 0) return;
  await notify(tx, {
    userId,
    type: 'release_freed',
    values: { amount: formatRupees(leftPaise) },
    path: PASSBOOK,
    dedupeKey: `release_freed:${subject}:${releaseIds.join(',')}`,
  });
}

/** Tells the payer that they may fund again. */
export async function noteAllowed(tx: Tx, subject: string, ended: { userId: number } | null): Promise<void> {
  if (!ended) return;
  await notify(tx, {
    userId: ended.userId,
    type: 'funding_allowed',
    values: {},
    path: PASSBOOK,
    dedupeKey: `funding_allowed:${subject}`,
  });
}
