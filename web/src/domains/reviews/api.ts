import { useMutation } from '@tanstack/react-query';
import { jobReviews, replyReview, reviewList, writeReview } from '@fws/contract/reviews/calls';
import { REVIEW_PARTS, type ReviewPart } from '@fws/contract/reviews/model';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

/** The reviews of a job, as its side sees them. */
export const jobReviewsQuery = (jobId: string) => callQuery('contract', jobReviews, { jobId });

/** What was written about a person. */
export const reviewPages = (userId: number) => callPages('contract', reviewList, { userId: String(userId) });

export interface ReviewValues {
  jobId: number;
  rating: number;
  parts: Readonly<Record<ReviewPart, number | null>>;
  text: string;
  photoIds: string[];
}

export const useWriteReview = () =>
  useMutation({
    mutationFn: ({ jobId, rating, parts, text, photoIds }: ReviewValues) =>
      callApi(writeReview, {
        jobId: String(jobId),
        rating: String(rating),
        ...Object.fromEntries(REVIEW_PARTS.map((part) => [part, String(parts[part] ?? '')])),
        text,
        photoIds,
      }),
    onSuccess: () => void refresh('contract'),
  });

export const useReplyReview = () =>
  useMutation({
    mutationFn: ({ jobId, text }: { jobId: number; text: string }) =>
      callApi(replyReview, { jobId: String(jobId), text }),
    onSuccess: () => void refresh('contract'),
  });
