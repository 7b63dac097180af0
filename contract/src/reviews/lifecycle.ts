import { defineLifecycle } from '../platform/lifecycle.ts';

/** A review of one side by the other. Its writer edits it while it is sealed. `answered`: it has a reply. */
export type ReviewState = 'sealed' | 'open' | 'answered';
export type ReviewEvent = 'open' | 'reply';

export const reviewLifecycle = defineLifecycle<ReviewState, ReviewEvent>({
  name: 'review',
  initial: 'sealed',
  final: ['answered'],
  events: {
    /** By the side that gives the second of the two, or when the time is over. `user`: the one it is about. */
    open: {
      by: ['poster', 'worker', 'system'],
      from: { sealed: 'open', open: 'already', answered: 'already' },
      notices: [{ to: 'user', type: 'rating_received' }],
      timer: {
        tasks: ['open_reviews'],
        when: '14 days after the end of the job, 90 after its last release where it does not end',
        requests: true,
      },
    },
    /** By the side that it is about, once. `user`: who wrote the review. */
    reply: {
      by: ['poster', 'worker'],
      from: { sealed: 'no', open: 'answered', answered: 'no' },
      notices: [{ to: 'user', type: 'review_replied' }],
    },
  },
});
