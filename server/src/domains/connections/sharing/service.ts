import { formatFullName } from '@fws/contract/connections/model';
import type { SharedJob } from '@fws/contract/connections/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { findJob, readMaskedTexts, findVisibleJob, loadVisibleJobs } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { getRelation, mayShareWith } from '../policy.ts';
import { presentPeople } from '../view.ts';
import { isVisible, listConnectedIds } from '../store.ts';
import { giveThumbsUp, insertShare, listShares } from './store.ts';
import { LIMITS } from '../limits.ts';

/** Shares an open job with a friend. Sharing it again with the same friend changes nothing. */
export async function shareJob(
  deps: Deps,
  userId: number,
  { jobId, friendId }: { jobId: number; friendId: number },
): Promise<Outcome<null>> {
  const job = await findVisibleJob(deps, userId, jobId);
  if (!job.ok) return job;
  if (job.value.state !== 'open') return refuse('conflict', 'jobs.not_open');
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const relation = getRelation(userId, friendId, await listConnectedIds(tx, userId, [friendId]));
    const ability = mayShareWith(relation, await isVisible(tx, friendId));
    if (!ability.allowed) return refuse('forbidden', ability.reason);
    const attempt = await countAttempt(tx, deps.config.limits.get(LIMITS.share_user), String(userId), now);
    if (!attempt.ok) return attempt;
    const shareId = await insertShare(tx, { jobId, fromId: userId, toId: friendId, now });
    if (shareId !== null) {
      const shared = await findJob(tx, jobId);
      await notify(tx, {
        userId: friendId,
        type: 'share_received',
        values: { person: await loadUserName(tx, userId), job: shared ? readMaskedTexts(shared).title : '' },
        path: '/myquotes?tab=shared',
        dedupeKey: `share:${shareId}`,
      });
      await publish(tx, { users: [friendId], topic: 'connections', id: null });
    }
    return done(null);
  });
}

export async function listSharedJobs(
  deps: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<SharedJob>>> {
  const page = await loadPageByTime(
    params,
    (after) => listShares(deps.db, userId, { after, limit: params.limit }),
    (row) => [row.shared_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const [jobs, people] = await Promise.all([
    loadVisibleJobs(
      deps,
      userId,
      rows.map((row) => row.job_id),
    ),
    presentPeople(deps.db, userId, [...new Set(rows.map((row) => row.from_id))]),
  ]);
  const sharers = new Map(people.map((person) => [person.id, person]));
  const items = rows.flatMap((row): SharedJob[] => {
    const job = jobs.get(row.job_id);
    const sharer = sharers.get(row.from_id);
    // The job closed after the page was read.
    if (!job || !sharer) return [];
    return [
      {
        id: row.id,
        thumbsUp: row.thumbs_up_at !== null,
        sharedBy: formatFullName(sharer),
        sharedById: row.from_id,
        sharedAt: row.shared_at.toISOString(),
        job,
      },
    ];
  });
  return done({ items, nextCursor });
}

/** Stores a thumbs-up once and notifies the person who shared the job. */
export function likeShare(deps: Deps, userId: number, shareId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    const result = await giveThumbsUp(tx, shareId, userId, deps.ports.clock.now());
    if (!result) return refuse('not_found', 'connections.share_not_found');
    if (result.isNew) {
      const job = await findJob(tx, result.share.job_id);
      await notify(tx, {
        userId: result.share.from_id,
        type: 'share_liked',
        values: { person: await loadUserName(tx, userId), job: job ? readMaskedTexts(job).title : '' },
        path: `/job/${result.share.job_id}`,
        dedupeKey: `share:${shareId}:thumbs_up`,
      });
      await publish(tx, { users: [userId], topic: 'connections', id: null });
    }
    return done(null);
  });
}

const loadUserName = async (tx: Tx, userId: number) =>
  (await loadPeople(tx, [userId])).get(userId)?.name ?? '';
