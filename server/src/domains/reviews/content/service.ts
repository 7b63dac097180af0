import { sql } from 'kysely';
import { isUuid, keepTexts, type Content, type ContentOwner } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { bumpOfferVersion } from '../../../platform/offers.ts';
import { lockJob } from '../../jobs/index.ts';
import { isPublicReview } from '../policy.ts';
import { leaveRatingOut, takeRatingIn, type Parties } from '../counting.ts';

/** Reviews of workers as something that can be reported, by their public id. One that is taken down is in no average. */
export const reviewContent: ContentOwner = {
  async find(db, id) {
    const review = await findReview(db, id);
    return review && isPublicReview(review) ? toContent(review) : null;
  },
  async read(db, id) {
    const review = await findReview(db, id);
    return review && toContent(review);
  },
  async takeDown(tx, id) {
    const review = await lockReview(tx, id);
    if (!review || review.uncounted_reason === 'taken_down') return false;
    await leaveRatingOut(tx, review, review.by_user_id);
    await bumpOfferVersion(tx);
    return true;
  },
  async putBack(tx, id) {
    const review = await lockReview(tx, id);
    if (review?.uncounted_reason !== 'taken_down') return false;
    await takeRatingIn(tx, review, review.by_user_id);
    await bumpOfferVersion(tx);
    return true;
  },
};

interface ReviewRow extends Parties {
  by_user_id: number;
  about_user_id: number;
  comment: string;
  uncounted_reason: string | null;
  title: string;
}
async function findReview(db: Db | Tx, id: string): Promise<ReviewRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<ReviewRow>`
    SELECT rating.job_id, rating.by_user_id, rating.about_user_id, rating.comment, rating.uncounted_reason,
      contract.poster_id, contract.worker_id, job.title
    FROM rating JOIN contract ON contract.job_id = rating.job_id JOIN job ON job.id = rating.job_id
    WHERE rating.public_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

async function lockReview(tx: Tx, id: string): Promise<ReviewRow | null> {
  const review = await findReview(tx, id);
  if (review) await lockJob(tx, review.job_id);
  return findReview(tx, id);
}

const toContent = (review: ReviewRow): Content => ({
  authorId: review.by_user_id,
  title: review.title,
  texts: keepTexts([['comment', review.comment]]),
  photoIds: [],
  path: `/user-detail/${review.about_user_id}`,
});
