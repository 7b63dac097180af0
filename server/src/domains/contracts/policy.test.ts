import { expect, test } from 'vitest';
import { refuse } from '@fws/contract/platform/refusal';
import { mayCancelOpenJob } from './policy.ts';

test('only the poster cancels an open job, which exists only for those who have quoted', () => {
  const cancel = (callerId: number, hasQuoted: boolean) =>
    mayCancelOpenJob({ poster_id: 1 }, { callerId, hasQuoted });
  expect(cancel(1, false).ok).toBe(true);
  expect(cancel(2, true)).toEqual(refuse('forbidden', 'contracts.cancel_quote_instead'));
  expect(cancel(2, false)).toEqual(refuse('not_found', 'jobs.not_found'));
});
