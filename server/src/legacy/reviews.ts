import * as calls from '@fws/contract/reviews/calls';
import { allowMissing } from './fields.ts';
import { photoIdsField } from './files.ts';
import { pageFields } from './shared.ts';
import { translateCall } from './translation.ts';

export const reviewTranslations = [
  translateCall(calls.leaveRating, {
    fields: { aboutId: 'user_id', jobId: 'job_id', points: 'user_rating', comment: 'comment' },
  }),
  translateCall(calls.writeReview, {
    fields: {
      jobId: 'job_id',
      rating: 'rating',
      quality: allowMissing('quality'),
      onTime: allowMissing('on_time'),
      asAgreed: allowMissing('as_agreed'),
      manner: allowMissing('manner'),
      text: allowMissing('text'),
      photoIds: photoIdsField,
    },
  }),
  translateCall(calls.replyReview, { fields: { jobId: 'job_id', text: 'text' } }),
  translateCall(calls.jobReviews, { fields: { jobId: 'job_id' } }),
  translateCall(calls.reviewList, { fields: { userId: 'user_id', ...pageFields } }),
];
