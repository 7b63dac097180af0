import type { PostJob } from '@fws/contract/jobs/schemas';
import { keepTexts, parseContentId, type Content, type ContentOwner } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { looksLikeFraud } from '../../../platform/known-fraud.ts';
import { bumpOfferVersion, lockMayOffer } from '../../../platform/offers.ts';
import { listPhotoIds } from '../../../platform/photos.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { maySeeJob } from '../policy.ts';
import { findJob, hasQuoted, lockJob, setHeldBack, transitionJobs, type JobRow } from '../store.ts';

// Jobs as something that can be reported. One that FWS holds back is withheld, as those of a suspended person are, so no
// read has to ask about it.

/** Only jobs that are offered are shown to others than their parties. */
export const jobContent: ContentOwner = {
  async find(db, id, readerId, today) {
    const job = await findById(db, id);
    if (!job) return null;
    const isOffered = job.state === 'open' && job.closes_on >= today;
    const isVisible =
      readerId === null
        ? isOffered
        : // Whom they have blocked can still be reported.
          maySeeJob(job, readerId, {
            hasQuoted: await hasQuoted(db, job.id, readerId),
            isBlocked: false,
          });
    return isVisible ? toContent(db, job) : null;
  },
  async read(db, id) {
    const job = await findById(db, id);
    return job && toContent(db, job);
  },
  async takeDown(tx, id, cause) {
    const job = await lockById(tx, id);
    if (!job || (job.state !== 'open' && job.state !== 'withheld')) return false;
    await holdBack(tx, job, 'taken_down', cause);
    // The quotes domain depends on this one.
    await enqueue(tx, 'end_job_quotes', { jobId: String(job.id) });
    return true;
  },
  async putBack(tx, id, cause) {
    const job = await lockById(tx, id);
    return job?.held_back ? offerAgain(tx, job, cause) : false;
  },
};

const findById = (db: Db | Tx, id: string) => {
  const jobId = parseContentId(id);
  return jobId === null ? Promise.resolve(null) : findJob(db, jobId);
};
const lockById = (tx: Tx, id: string) => {
  const jobId = parseContentId(id);
  return jobId === null ? Promise.resolve(null) : lockJob(tx, jobId);
};

async function toContent(db: Db | Tx, job: JobRow): Promise<Content> {
  return {
    authorId: job.poster_id,
    title: job.title,
    texts: keepTexts([
      ['title', job.title],
      ['description', job.description],
      ['place', job.location],
      ['skills', job.skills.join(', ')],
    ]),
    photoIds: await listPhotoIds(db, 'job', job.id),
    path: `/job/${job.id}`,
  };
}

/** The caller must hold the lock of the job, which is open or withheld. */
async function holdBack(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'state' | 'poster_id'>,
  why: 'taken_down' | 'waiting',
  cause: Cause,
): Promise<void> {
  await transitionJobs(tx, [job], 'withhold', cause);
  await setHeldBack(tx, job.id, why);
  await publishChange(tx, job);
}

/** Offers it again unless its poster is suspended, whose jobs come back together. */
async function offerAgain(tx: Tx, job: JobRow, cause: Cause): Promise<boolean> {
  await setHeldBack(tx, job.id, null);
  const allowed = await lockMayOffer(tx, job.poster_id);
  if (allowed.ok) {
    await transitionJobs(tx, [job], 'offer_again', cause);
    // A job that waited was not found by searches when it was posted. The search domain depends on this one.
    await enqueue(tx, 'match_saved_searches', { jobId: String(job.id), afterUserId: '0' });
  }
  await publishChange(tx, job);
  return true;
}

async function publishChange(tx: Tx, job: Pick<JobRow, 'id' | 'poster_id'>): Promise<void> {
  await publish(tx, { users: [job.poster_id], topic: 'job', id: job.id });
  await bumpOfferVersion(tx);
}

/** A first job that looks like a known fraud is shown after a person has looked at it, or after some hours. */
export async function mustWait(
  tx: Tx,
  posterId: number,
  job: Pick<PostJob, 'title' | 'description'> & { id: number },
): Promise<boolean> {
  if (!looksLikeFraud([job.title, job.description])) return false;
  const earlier = await tx
    .selectFrom('job')
    .select('id')
    .where('poster_id', '=', posterId)
    .where('id', '<>', job.id)
    .where('held_back', 'is', null)
    .executeTakeFirst();
  return earlier === undefined;
}

export async function waitForLook(
  tx: Tx,
  { id, posterId, at }: { id: number; posterId: number; at: Date },
): Promise<void> {
  const job = { id, poster_id: posterId, state: 'open' } as const;
  await holdBack(tx, job, 'waiting', { by: BY_SYSTEM, at });
  // The safety domain depends on this one.
  await enqueue(tx, 'look_at_post', { type: 'job', id: String(id), since: at.toISOString() });
}
