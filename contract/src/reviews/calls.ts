import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** One side of a job rates the other, once. It is the stars of a review, which stays sealed like any other. */
export const leaveRating = call({
  name: 'leave_rating',
  access: 'user',
  reads: false,
  form: schema('leaveRating'),
  done: 'contracts.rated',
});

/** One side of a job that has ended or been paid for reviews the other, or changes its review while that is sealed. */
export const writeReview = call({
  name: 'write_review',
  access: 'user',
  reads: false,
  form: schema('newReview'),
  reply: schema('jobReviews'),
  done: 'reviews.sent',
});

/** The one that a review is about answers it, once. */
export const replyReview = call({
  name: 'reply_review',
  access: 'user',
  reads: false,
  form: schema('newReply'),
  reply: schema('jobReviews'),
  done: 'reviews.replied',
});

/** The reviews of a job, for either side: its own, and the other's once both are open. */
export const jobReviews = call({
  name: 'job_reviews',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('reviewedJob'),
  reply: schema('jobReviews'),
  done: 'common.ok',
});

/** What was written about a user, of what is open and counts, newest first. */
export const reviewList = call({
  name: 'review_list',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('reviewPage'),
  reply: pageSchema(schema('review')),
  done: 'common.ok',
});
