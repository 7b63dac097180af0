import { inTx, type Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { countDelivered } from '../../notifications/index.ts';
import type { VisitDeps } from '../events.ts';
import { buildDedupeKey } from '../notices.ts';
import { advanceVisit, lockVisit, type LockedVisit } from '../progress/service.ts';
import { listClaimedVisits, listDueVisits, listLeftVisits } from './store.ts';

const BATCH = 200;

/** Every few minutes: queues the visits that may change by themselves. Each is checked again under its lock. */
export const watchVisits = ({ db, ports }: Deps): Promise<void> =>
  inTx(db, async (tx) => {
    const queue = async (jobIds: readonly number[]) => {
      for (const jobId of jobIds)
        await enqueue(tx, 'visit_timers', { jobId }, { key: `visit_timers:${jobId}` });
    };
    await queue(await listDueVisits(tx, ports.clock.now(), BATCH));
    await queue(await listLeftVisits(tx, BATCH));
    for (let after = 0; ;) {
      const jobIds = await listClaimedVisits(tx, after, BATCH);
      await queue(jobIds);
      if (jobIds.length < BATCH) return;
      after = jobIds.at(-1) ?? after;
    }
  });

const ENDED = ['completed', 'cancelled'];

/** What time, the delivery of a message or the end of the job has changed about a visit. */
export async function continueVisit(deps: VisitDeps, jobId: number): Promise<void> {
  const { db, ports, visitEvents: events } = deps;
  await inTx(db, async (tx) => {
    const now = ports.clock.now();
    const locked = await lockVisit(tx, jobId);
    if (!locked) return;
    const atMs = now.getTime();
    if (ENDED.includes(locked.lockedJob.job.state) && isOpen(locked)) {
      await advanceVisit(tx, locked, { piece: { kind: 'closed', atMs }, now, events });
      return;
    }
    const isDelivered = locked.visit.state === 'claimed' && (await wasDelivered(tx, locked));
    // Where time has changed the visit before, the delivery comes too late and does not count.
    const advanced = isDelivered
      ? await advanceVisit(tx, locked, { piece: { kind: 'delivered', atMs }, now, events })
      : null;
    if (!advanced?.ok) await advanceVisit(tx, locked, { now, events });
  });
}

const isOpen = ({ visit }: LockedVisit): boolean =>
  visit.state === 'agreed' || visit.state === 'on_the_way' || visit.state === 'arrived';

/** Whether the message about the open claim has arrived, in any way. */
async function wasDelivered(tx: Tx, { visit, evidence }: LockedVisit): Promise<boolean> {
  const claim = evidence.findLast(({ kind }) => kind === 'claimed');
  if (claim?.kind !== 'claimed') return false;
  if (evidence.some(({ kind, atMs }) => kind === 'delivered' && atMs >= claim.atMs)) return false;
  const otherId = claim.by === 'poster' ? visit.worker_id : visit.poster_id;
  return (await countDelivered(tx, otherId, [buildDedupeKey('visit_claimed', visit, visit.changes)])) > 0;
}
