import { expect, test } from 'vitest';
import type { JobState } from '@fws/contract/jobs/process';
import type { QuoteState } from '@fws/contract/quotes/process';
import { maySeeQuote } from './policy.ts';
import { mayAccept } from './rules.ts';

const reason = (readerId: number, quote: QuoteState, job: JobState) => {
  const ability = mayAccept({ state: quote }, { poster_id: 1, state: job }, readerId);
  return ability.allowed ? null : ability.reason;
};

test('the poster accepts a submitted quote on an open job, and nothing else', () => {
  expect(reason(1, 'submitted', 'open')).toBeNull();
  expect(reason(2, 'submitted', 'open')).toBe('common.not_allowed');
  expect(reason(1, 'not_selected', 'awarded')).toBe('quotes.job_awarded');
  expect(reason(1, 'submitted', 'in_progress')).toBe('quotes.job_awarded');
  expect(reason(1, 'accepted', 'awarded')).toBe('quotes.not_open');
  expect(reason(1, 'lapsed', 'open')).toBe('quotes.not_open');
  expect(reason(1, 'submitted', 'expired')).toBe('quotes.not_open');
});

test('a quote is between the poster and its worker', () => {
  const see = (userId: number) => maySeeQuote(userId, { worker_id: 2 }, { poster_id: 1 });
  expect([1, 2, 3].map(see)).toEqual([true, true, false]);
});
