import { nameOf, type SharedJob } from '@fws/contract/connections/model';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { tell } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { jobById, jobFor, jobsFor } from '../jobs/index.ts';
import { peopleByIds } from '../profile/index.ts';
import { presentPeople } from './people.ts';
import { connectedAmong, giveThumbsUp, insertShare, isShown, sharesTo } from './store.ts';

/** Shares an open job with a friend. Sharing it again with the same friend changes nothing. */
export async function shareJob(
  deps: Deps,
  userId: number,
  { jobId, friendId }: { jobId: number; friendId: number },
): Promise<Outcome<null>> {
  const job = await jobFor(deps, userId, jobId);
  if (!job.ok) return job;
  if (job.value.state !== 'open') return refuse('conflict', 'jobs.not_open');
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const connected = (await connectedAmong(tx, userId, [friendId])).has(friendId);
    if (!connected || !(await isShown(tx, friendId))) return refuse('forbidden', 'connections.friends_only');
    const counted = await countAttempt(tx, deps.config.limits.share_user, String(userId), now);
    if (!counted.ok) return counted;
    const shareId = await insertShare(tx, { jobId, fromId: userId, toId: friendId, now });
    if (shareId !== null) {
      await tell(tx, {
        userId: friendId,
        type: 'share_received',
        values: { person: await ownName(tx, userId), job: job.value.title },
        path: '/myquotes?tab=shared',
        dedupeKey: `share:${shareId}`,
      });
      await publish(tx, { users: [friendId], topic: 'connections', id: null });
    }
    return done(null);
  });
}

export async function sharedWith(
  deps: Deps,
  userId: number,
  asked: PageAsked,
): Promise<Outcome<Page<SharedJob>>> {
  const after = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
  if (asked.cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const rows = await sharesTo(deps.db, userId, { after, limit: asked.limit });
  const page = pageOf(rows, asked.limit, (last) => [last.shared_at.toISOString(), last.id]);
  const [jobs, people] = await Promise.all([
    jobsFor(
      deps,
      userId,
      page.rows.map((row) => row.job_id),
    ),
    presentPeople(deps.db, userId, [...new Set(page.rows.map((row) => row.from_id))]),
  ]);
  const sharers = new Map(people.map((person) => [person.id, person]));
  const items = page.rows.flatMap((row): SharedJob[] => {
    const job = jobs.get(row.job_id);
    const sharer = sharers.get(row.from_id);
    // The job closed after the page was read.
    if (!job || !sharer) return [];
    return [
      {
        id: row.id,
        thumbsUp: row.thumbs_up_at !== null,
        sharedBy: nameOf(sharer),
        sharedById: row.from_id,
        sharedAt: row.shared_at.toISOString(),
        job,
      },
    ];
  });
  return done({ items, nextCursor: page.nextCursor });
}

/** Stores a thumbs-up once and notifies the person who shared the job. */
export function thumbsUp(deps: Deps, userId: number, shareId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    const given = await giveThumbsUp(tx, shareId, userId, deps.ports.clock.now());
    if (!given) return refuse('not_found', 'connections.share_not_found');
    if (given.isNew) {
      const job = await jobById(tx, given.share.job_id);
      await tell(tx, {
        userId: given.share.from_id,
        type: 'share_liked',
        values: { person: await ownName(tx, userId), job: job?.title ?? '' },
        path: `/job/${given.share.job_id}`,
        dedupeKey: `share:${shareId}:thumbs_up`,
      });
      await publish(tx, { users: [userId], topic: 'connections', id: null });
    }
    return done(null);
  });
}

const ownName = async (tx: Tx, userId: number) => (await peopleByIds(tx, [userId])).get(userId)?.name ?? '';
