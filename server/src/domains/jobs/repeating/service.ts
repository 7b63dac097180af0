import type { Tx } from '../../../platform/db/index.ts';
import { countPostedJob } from '../poster-record/service.ts';
import { incrementQuoteCount, insertJob, lockJob, readBudget, type JobRow } from '../store.ts';

/**
 * Posts a job again for one day, with its texts and without its photos and file. It is for a worker who is known: the caller
 * awards it in the same transaction, so that nobody is offered it.
 */
export async function repostJob(
  tx: Tx,
  job: JobRow,
  { day, now }: { day: string; now: Date },
): Promise<JobRow> {
  const { latitude, longitude } = job;
  const { public_place: publicPlace, city } = await tx
    .selectFrom('job')
    .select(['public_place', 'city'])
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow();
  const id = await insertJob(tx, {
    title: job.title,
    categoryId: job.category_id,
    description: job.description,
    location: job.location,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    skills: job.skills,
    takeWorkOn: day,
    closesOn: day,
    budget: readBudget(job),
    paymentTerm: job.payment_term,
    photoIds: null,
    unlisted: true,
    place: publicPlace === null || city === null ? null : { publicPlace, city },
    posterId: job.poster_id,
    attachmentId: null,
    now,
  });
  await countPostedJob(tx, job.poster_id);
  await incrementQuoteCount(tx, id);
  const posted = await lockJob(tx, id);
  if (!posted) throw new Error(`job ${id} was not posted`);
  return posted;
}
