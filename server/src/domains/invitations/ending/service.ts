import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Clock } from '../../../ports/clock.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { calculateLapseCutoff } from '../rules.ts';
import { transitionInvitations } from '../store.ts';
import { buildEndedJobsQuery, buildUnansweredQuery, lockWaiting, type EndedInvitation } from './store.ts';

const BATCH_SIZE = 200;

/** Lapses what nobody answered in time, and ends what waits for jobs that have ended. Nobody is notified. */
export async function endInvitations({ db, ports }: { db: Db; ports: { clock: Clock } }): Promise<void> {
  const now = ports.clock.now();
  await repeat(() => inTx(db, (tx) => lapseBatch(tx, now)));
  await repeat(() => inTx(db, (tx) => endBatchOfJobs(tx, now)));
}

/** Until a batch finds less than it could. */
async function repeat(runBatch: () => Promise<number>): Promise<void> {
  let found: number;
  do found = await runBatch();
  while (found === BATCH_SIZE);
}

async function lapseBatch(tx: Tx, now: Date): Promise<number> {
  const page = { before: calculateLapseCutoff(now), limit: BATCH_SIZE };
  const found = await buildUnansweredQuery(tx, page).execute();
  await end(tx, await lockWaiting(tx, found), 'lapse', now);
  return found.length;
}

async function endBatchOfJobs(tx: Tx, now: Date): Promise<number> {
  const found = await buildEndedJobsQuery(tx, BATCH_SIZE).execute();
  const cancelled = new Set(found.filter((row) => row.job_state === 'cancelled').map((row) => row.job_id));
  const locked = await lockWaiting(tx, found);
  const isWithdrawn = (row: EndedInvitation) => cancelled.has(row.job_id);
  await end(tx, locked.filter(isWithdrawn), 'withdraw', now);
  await end(
    tx,
    locked.filter((row) => !isWithdrawn(row)),
    'lapse',
    now,
  );
  return found.length;
}

async function end(
  tx: Tx,
  invitations: readonly EndedInvitation[],
  event: 'lapse' | 'withdraw',
  now: Date,
): Promise<void> {
  if (invitations.length === 0) return;
  await transitionInvitations(tx, invitations, event, { by: BY_SYSTEM, at: now });
  const users = [...new Set(invitations.map((row) => row.worker_id))];
  await publish(tx, { users, topic: 'invitations', id: null });
}
