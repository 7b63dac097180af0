import { sql } from 'kysely';
import type { ReviewState } from '@fws/contract/reviews/lifecycle';
import type { UncountedReason } from '@fws/contract/reviews/model';
import {
  isUuid,
  keepTexts,
  parseContentId,
  type Content,
  type ContentOwner,
} from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { bumpOfferVersion } from '../../../platform/offers.ts';
import { listPhotoIds } from '../../../platform/photos.ts';
import { lockJob } from '../../jobs/index.ts';
import { leaveRatingOut, takeRatingIn, type Parties } from '../counting.ts';
import { mayRead, isPublicReview } from '../policy.ts';

/** Reviews as something that can be reported, by their public id. One that is taken down is in no list and no average. */
export const reviewContent: ContentOwner = {
  async find(db, id, readerId) {
    const review = await findReview(db, id);
    return review && maySee(review, readerId) ? toContent(db, review) : null;
  },
  async read(db, id) {
    const review = await findReview(db, id);
    return review && toContent(db, review);
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

/** The same for a photo of a review, which knows the number of its photos. */
export const reviewPhotoContent: Pick<ContentOwner, 'find' | 'read'> = {
  async find(db, id, readerId) {
    const review = await findByPhotos(db, id);
    return review && maySee(review, readerId) ? toContent(db, review) : null;
  },
  async read(db, id) {
    const review = await findByPhotos(db, id);
    return review && toContent(db, review);
  },
};

const maySee = (review: ReviewRow, readerId: number | null): boolean =>
  readerId === null ? isPublicReview(review, null) : mayRead(review, readerId);

interface ReviewRow extends Parties {
  by_user_id: number;
  about_user_id: number;
  comment: string;
  reply: string;
  state: ReviewState;
  uncounted_reason: UncountedReason | null;
  attachment_id: number | null;
  title: string;
}
const selectReviews = sql`
  SELECT rating.job_id, rating.by_user_id, rating.about_user_id, rating.comment, rating.reply, rating.state,
    rating.uncounted_reason, rating.attachment_id, contract.poster_id, contract.worker_id, job.title
  FROM rating JOIN contract ON contract.job_id = rating.job_id JOIN job ON job.id = rating.job_id`;

async function findReview(db: Db | Tx, id: string): Promise<ReviewRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<ReviewRow>`${selectReviews} WHERE rating.public_id = ${id}`.execute(db);
  return rows[0] ?? null;
}

async function findByPhotos(db: Db | Tx, id: string): Promise<ReviewRow | null> {
  const { rows } = await sql<ReviewRow>`${selectReviews}
    WHERE rating.attachment_id = ${parseContentId(id)}`.execute(db);
  return rows[0] ?? null;
}

async function lockReview(tx: Tx, id: string): Promise<ReviewRow | null> {
  const review = await findReview(tx, id);
  if (review) await lockJob(tx, review.job_id);
  return findReview(tx, id);
}

const toContent = async (db: Db | Tx, review: ReviewRow): Promise<Content> => ({
  authorId: review.by_user_id,
  title: review.title,
  texts: keepTexts([
    ['comment', review.comment],
    ['reply', review.reply],
  ]),
  photoIds: review.attachment_id === null ? [] : await listPhotoIds(db, 'review', review.attachment_id),
  conversation: { jobId: review.job_id, workerId: review.worker_id },
  path: `/user-detail/${review.about_user_id}`,
});
