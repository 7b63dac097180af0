import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { reviewLifecycle } from './lifecycle.ts';

test('a review has exactly these transitions', () => {
  expect(describeLifecycle(reviewLifecycle)).toEqual([
    'review: sealed, open, answered; from sealed to answered',
    'open: sealed → open, by poster or worker or system; tells the user rating_received; open_reviews or a request: 14 days after the end of the job, 90 after its last release where it does not end',
    'reply: open → answered, by poster or worker; tells the user review_replied',
  ]);
  expect(describeRepetitions(reviewLifecycle)).toEqual(['open: open or answered']);
});
