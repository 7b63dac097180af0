import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { Tx } from '../../platform/db/index.ts';
import { bumpOfferVersion } from '../../platform/offers.ts';
import type { Cause } from '../../platform/transition.ts';
import { publishContractChange, type LockedJob } from '../escrow/index.ts';
import { addRating } from '../profile/index.ts';
import { notifyOpened } from './notices.ts';
import { counts } from './rules.ts';
import { closePeriod, listJobReviews, transitionReviews, type ReviewRow } from './store.ts';

/**
 * Opens what is sealed: both sides read it, and from now on it counts in the averages. The job must be locked before.
 * Repeated, it changes nothing.
 */
export async function openReviews(tx: Tx, { job, contract }: LockedJob, cause: Cause): Promise<void> {
  const sealed = (await listJobReviews(tx, job.id)).filter(({ state }) => state === 'sealed');
  await closePeriod(tx, job.id, cause.at);
  if (sealed.length === 0) return;
  const change = { ...cause, change: { opened_at: cause.at } };
  const opened: ReviewRow[] = [];
  // At most two. Other jobs of the pair change the users in the same order.
  for (const review of sealed.toSorted((a, b) => a.about_user_id - b.about_user_id)) {
    const [changed = review] = await transitionReviews(tx, [review], 'open', change);
    await count(tx, changed);
    opened.push(changed);
  }
  await bumpOfferVersion(tx);
  await notifyOpened(tx, { jobId: job.id, title: job.title, opened });
  await publishContractChange(tx, contract);
}

async function count(tx: Tx, review: ReviewRow): Promise<void> {
  if (counts({ state: review.state, reason: review.uncounted_reason }))
    await addRating(tx, review.about_user_id, { stars: review.points / POINTS_PER_STAR, difference: 1 });
}

/** Opens them if both sides have reviewed. */
export async function openIfBothGiven(tx: Tx, lockedJob: LockedJob, cause: Cause): Promise<void> {
  if ((await listJobReviews(tx, lockedJob.job.id)).length === 2) await openReviews(tx, lockedJob, cause);
}
