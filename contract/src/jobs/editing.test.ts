import { expect, test } from 'vitest';
import { getEditJobAbility } from './editing.ts';

const job = { state: 'open', posterId: 5, quotesReceived: 0 } as const;

test('only the poster may edit a job, while it is open and has no quotes', () => {
  expect(getEditJobAbility(job, 5)).toEqual({ allowed: true });
  expect(getEditJobAbility(job, 6)).toEqual({ allowed: false, reason: 'common.not_allowed' });
  expect(getEditJobAbility({ ...job, state: 'awarded' }, 5)).toEqual({
    allowed: false,
    reason: 'jobs.not_open',
  });
  expect(getEditJobAbility({ ...job, quotesReceived: 1 }, 5)).toEqual({
    allowed: false,
    reason: 'jobs.has_quotes',
  });
});
