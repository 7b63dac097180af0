/** Everybody reads what was written about workers; what was written about posters counts in their average alone. */
export const isPublicReview = (review: {
  about_user_id: number;
  worker_id: number;
  uncounted_reason: string | null;
}): boolean =>
  review.about_user_id === review.worker_id &&
  (review.uncounted_reason === null || review.uncounted_reason === 'unpaid');
