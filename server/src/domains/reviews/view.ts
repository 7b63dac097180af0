import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { JobReviews, Review } from '@fws/contract/reviews/schemas';
import { loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { findPhotos } from '../../platform/photos.ts';
import { formatShortName } from '../../platform/short-name.ts';
import {
  findContractParties,
  findSide,
  getOtherSideId,
  listMilestones,
  sumReleasedPaise,
} from '../escrow/index.ts';
import { findJob } from '../jobs/index.ts';
import { areBlocked, loadPeople } from '../profile/index.ts';
import { toJobFacts } from './facts.ts';
import { readMaskedReview } from './masking/rules.ts';
import { getWriterSide, isWriter, mayRead, maySeeReviews } from './policy.ts';
import { findDueTime, getReplyAbility, getWriteAbility } from './rules.ts';
import { findEnds, listJobReviews, listReviewsOfUser, type ReviewRow } from './store.ts';

type PresentedRow = ReviewRow & { poster_id: number };

/** Reviews that the reader may read, in their order. */
async function presentReviews(
  db: Db | Tx,
  rows: readonly PresentedRow[],
  readerId: number,
): Promise<Review[]> {
  const photos = await findPhotos(
    db,
    'review',
    rows.flatMap((row) => row.attachment_id ?? []),
  );
  const people = await loadPeople(
    db,
    rows.map((row) => row.by_user_id),
  );
  return rows.map((row) => {
    const writer = people.get(row.by_user_id);
    const isEditable = row.state === 'sealed' && isWriter(row, readerId);
    const { comment, reply } = isEditable ? row : readMaskedReview(row);
    return {
      id: row.public_id,
      state: row.state,
      side: getWriterSide(row),
      by: writer ? formatShortName(writer.firstName, writer.name.slice(writer.firstName.length).trim()) : '',
      byUserId: row.by_user_id,
      stars: row.points / POINTS_PER_STAR,
      parts: {
        quality: row.quality,
        onTime: row.on_time,
        asAgreed: row.as_agreed,
        manner: row.manner,
      },
      text: comment,
      photos: (row.attachment_id !== null && photos.get(row.attachment_id)) || [],
      writtenAt: row.rated_at.toISOString(),
      openedAt: row.state === 'sealed' ? null : (row.opened_at ?? row.rated_at).toISOString(),
      reply: reply === '' ? null : { text: reply, at: row.replied_at?.toISOString() ?? null },
    };
  });
}

/** The reviews of a job as one of its sides sees them; `not_found` for anybody else. */
export async function presentJobReviews(
  db: Db | Tx,
  { jobId, readerId, now }: { jobId: number; readerId: number; now: Date },
): Promise<Outcome<JobReviews>> {
  const contract = await findContractParties(db, jobId);
  const side = contract && findSide(contract, readerId);
  const job = side && (await findJob(db, jobId));
  if (!contract || !side || !job) return refuse('not_found', 'contracts.not_found');
  const rows = (await listJobReviews(db, jobId)).map((row) => ({ ...row, ...contract }));
  const own = rows.find((row) => isWriter(row, readerId)) ?? null;
  const given = rows.find((row) => !isWriter(row, readerId)) ?? null;
  const others = given && mayRead(given, readerId) ? given : null;
  const presented = await presentReviews(
    db,
    [own, others].flatMap((row) => row ?? []),
    readerId,
  );
  const ends = await findEnds(db, jobId);
  const facts = toJobFacts(ends, await listMilestones(db, jobId));
  const otherId = getOtherSideId(contract, readerId);
  const other = (await loadPeople(db, [otherId])).get(otherId);
  if (!other) throw new Error(`user ${otherId} is gone`);
  return done({
    jobId,
    jobNumber: job.number,
    jobTitle: job.title,
    side,
    other: {
      id: otherId,
      name: other.name,
      firstName: other.firstName,
      image: other.image,
      verified: other.identity === 'verified',
    },
    endedAt: (ends.completed_at ?? ends.cancelled_at)?.toISOString() ?? null,
    releasedPaise: await sumReleasedPaise(db, jobId),
    opensAt: findDueTime(facts)?.toISOString() ?? null,
    own: presented.find(({ byUserId }) => byUserId === readerId) ?? null,
    others: presented.find(({ byUserId }) => byUserId !== readerId) ?? null,
    isOtherGiven: given !== null,
    abilities: {
      write: getWriteAbility({ ...facts, own: own?.state ?? null }, now),
      reply: getReplyAbility(others),
    },
  });
}

export const readJobReviews = (
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  jobId: number,
  readerId: number,
): Promise<Outcome<JobReviews>> => presentJobReviews(db, { jobId, readerId, now: ports.clock.now() });

/** What was written about a user. */
export async function listReviews(
  { db }: Pick<Deps, 'db'>,
  readerId: number,
  { userId, ...request }: PageRequest & { userId: number },
): Promise<Outcome<Page<Review>>> {
  const person = (await loadPeople(db, [userId])).get(userId);
  if (!maySeeReviews(person, await areBlocked(db, readerId, userId)))
    return refuse('not_found', 'connections.not_found');
  const page = await loadPageByTime(
    request,
    (after) => listReviewsOfUser(db, { userId, readerId, after, limit: request.limit }),
    (row) => [row.shown_at, row.job_id],
  );
  if (!page.ok) return page;
  const items = await presentReviews(db, page.value.rows, readerId);
  return done({ items, nextCursor: page.value.nextCursor });
}
