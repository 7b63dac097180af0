import * as calls from '@fws/contract/reviews/calls';
import { translateCall } from './translation.ts';

export const reviewTranslations = [
  translateCall(calls.leaveRating, {
    fields: { aboutId: 'user_id', jobId: 'job_id', points: 'user_rating', comment: 'comment' },
  }),
];
