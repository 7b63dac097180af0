import type { Db } from '../../platform/db/index.ts';
import { areBlocked, loadPeople } from '../profile/index.ts';
import { isWriter, mayRead, maySeeReviews } from './policy.ts';
import { findReviewByPhotos } from './store.ts';

/** Whoever may read the review may open its photos, but for a block with who wrote it or whom it is about. */
export async function mayOpenPhotos(db: Db, userId: number, attachmentId: number): Promise<boolean> {
  const review = await findReviewByPhotos(db, attachmentId);
  if (!review || !mayRead(review, userId)) return false;
  if (isWriter(review, userId) || review.about_user_id === userId) return true;
  const about = (await loadPeople(db, [review.about_user_id])).get(review.about_user_id);
  const isBlocked =
    (await areBlocked(db, userId, review.about_user_id)) || (await areBlocked(db, userId, review.by_user_id));
  return maySeeReviews(about, isBlocked);
}
