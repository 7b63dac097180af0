import type { Side } from '@fws/contract/contracts/model';
import type { UncountedReason } from '@fws/contract/reviews/model';
import type { ReviewState } from '@fws/contract/reviews/lifecycle';

interface ReviewFacts {
  by_user_id: number;
  about_user_id: number;
  poster_id: number;
  worker_id: number;
  state: ReviewState;
  uncounted_reason: UncountedReason | null;
}

export const isWriter = (review: { by_user_id: number }, userId: number): boolean =>
  review.by_user_id === userId;

/** The side of the writer of a review. */
export const getWriterSide = (review: { by_user_id: number; poster_id: number }): Side =>
  isWriter(review, review.poster_id) ? 'poster' : 'worker';

/** Everybody who is signed in reads what is open and counts; visitors what of it was written about workers. */
export const isPublicReview = (review: ReviewFacts, readerId: number | null): boolean =>
  review.state !== 'sealed' &&
  review.uncounted_reason === null &&
  (readerId !== null || review.about_user_id === review.worker_id);

/** A sealed one is its writer's alone. Between the two sides one is open even where it counts for nothing. */
export const mayRead = (review: ReviewFacts, readerId: number): boolean =>
  isWriter(review, readerId) ||
  isPublicReview(review, readerId) ||
  (review.state !== 'sealed' &&
    review.uncounted_reason !== 'taken_down' &&
    (review.poster_id === readerId || review.worker_id === readerId));

/** A person's reviews are hidden as the person is. */
export const maySeeReviews = (
  person: { suspendedAt: Date | null } | undefined,
  isBlocked: boolean,
): boolean => person !== undefined && person.suspendedAt === null && !isBlocked;
