import type { PostJob } from '@fws/contract/jobs/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import {
  haveTextsChanged,
  keepTexts,
  parseContentId,
  type Content,
  type ContentOwner,
} from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { HoldReason } from '../../../platform/db/tables.ts';
import { looksLikeFraud } from '../../../platform/known-fraud.ts';
import { bumpOfferVersion, lockMayOffer } from '../../../platform/offers.ts';
import { listPhotoIds } from '../../../platform/photos.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { isHiding, readMaskedTexts } from '../masking/rules.ts';
import { storeUnmasked } from '../masking/store.ts';
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
  async askChange(tx, id, cause) {
    const job = await lockById(tx, id);
    if (!job || (job.state !== 'open' && job.held_back !== 'waiting')) return false;
    await holdBack(tx, job, 'change_asked', cause);
    return true;
  },
  async putBack(tx, id, cause) {
    const job = await lockById(tx, id);
    return job?.held_back ? offerAgain(tx, job, cause) : false;
  },
  hidden: {
    async read(db, id) {
      const job = await findById(db, id);
      return job && isHiding(job) ? keepTexts(listTexts(readMaskedTexts(job))) : null;
    },
    async show(tx, id) {
      const job = await lockById(tx, id);
      if (!job || !isHiding(job)) return false;
      await storeUnmasked(tx, job);
      await publishChange(tx, job);
      return true;
    },
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

type JobTexts = Pick<JobRow, 'title' | 'description' | 'skills'>;

const listTexts = (job: JobTexts) =>
  [
    ['title', job.title],
    ['description', job.description],
    ['skills', job.skills.join(', ')],
  ] as const;

async function toContent(db: Db | Tx, job: JobRow): Promise<Content> {
  const [title, description, skills] = listTexts(job);
  return {
    authorId: job.poster_id,
    // Who reported it reads it, too.
    title: readMaskedTexts(job).title,
    texts: keepTexts([title, description, ['place', job.location], skills]),
    photoIds: await listPhotoIds(db, 'job', job.id),
    path: `/job/${job.id}`,
  };
}

/** The caller must hold the lock of the job, which is open or withheld. */
async function holdBack(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'state' | 'poster_id'>,
  why: HoldReason,
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
    // The quotes domain depends on this one. A first post that waits has no quotes yet.
    const told = { jobId: String(job.id), shownAt: cause.at.toISOString() };
    if (job.held_back === 'waiting') await enqueue(tx, 'tell_of_changed_job', told);
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
  job: Pick<JobRow, 'id' | 'state' | 'poster_id'>,
  at: Date,
): Promise<void> {
  const { id } = job;
  await holdBack(tx, job, 'waiting', { by: BY_SYSTEM, at });
  // The safety domain depends on this one.
  await enqueue(tx, 'look_at_post', { type: 'job', id: String(id), since: at.toISOString() });
}

/**
 * A job that FWS asked to change waits for a look once its texts differ. Whoever has quoted did so for these terms, so they
 * stay. The caller must hold the lock of the job.
 */
export async function applyAskedChange(tx: Tx, before: JobRow, at: Date): Promise<Outcome<null>> {
  const after = await findJob(tx, before.id);
  if (!after) throw new Error(`job ${before.id} is gone`);
  if (before.quotes_received > 0 && !haveSameTerms(before, after))
    return refuse('conflict', 'jobs.only_texts');
  if (haveTextsChanged(keepTexts(listTexts(before)), keepTexts(listTexts(after))))
    await waitForLook(tx, after, at);
  return done(null);
}

/** Dates may change, because those that were given may have passed. */
const haveSameTerms = (before: JobRow, after: JobRow): boolean =>
  TERMS.every((term) => before[term] === after[term]);

const TERMS = [
  'category_id',
  'location',
  'latitude',
  'longitude',
  'payment_term',
  'budget_kind',
  'budget_from_paise',
  'budget_to_paise',
] as const satisfies readonly (keyof JobRow)[];
