import { expect, test } from 'vitest';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { canSeeQuote } from './policy.ts';
import { calculateLapseTime, getAcceptAbility, getChangeAbility, calculateDeadlines } from './rules.ts';

const getReason = (readerId: number, quote: QuoteState, job: JobState) => {
  const ability = getAcceptAbility({ state: quote }, { poster_id: 1, state: job }, readerId);
  if (ability.allowed) expect(ability).toEqual({ allowed: true });
  else expect(ability).toEqual({ allowed: false, reason: ability.reason });
  return ability.allowed ? null : ability.reason;
};

test('allows only the poster to accept, and only a submitted quote on an open job', () => {
  expect(getReason(1, 'submitted', 'open')).toBeNull();
  expect(getReason(2, 'submitted', 'open')).toBe('common.not_allowed');
  expect(getReason(1, 'not_selected', 'awarded')).toBe('quotes.job_awarded');
  expect(getReason(1, 'submitted', 'in_progress')).toBe('quotes.job_awarded');
  expect(getReason(1, 'lapsed', 'completed')).toBe('quotes.job_awarded');
  expect(getReason(1, 'accepted', 'awarded')).toBe('quotes.not_open');
  expect(getReason(1, 'lapsed', 'open')).toBe('quotes.not_open');
  expect(getReason(1, 'submitted', 'expired')).toBe('quotes.not_open');
});

test('shows a quote only to the poster and its worker', () => {
  const canSee = (userId: number) => canSeeQuote(userId, { worker_id: 2 }, { poster_id: 1 });
  expect([1, 2, 3].map(canSee)).toEqual([true, true, false]);
});

test('lets the worker edit a submitted quote while the job is open, and cancel it even afterwards', () => {
  const getAbility = (change: 'edit' | 'cancel', quote: QuoteState, job: JobState, readerId = 2) =>
    getChangeAbility(change, { state: quote, worker_id: 2 }, { state: job }, readerId);
  const deny = (reason: string) => ({ allowed: false, reason });
  expect(getAbility('edit', 'submitted', 'open')).toEqual({ allowed: true });
  expect(getAbility('cancel', 'submitted', 'open')).toEqual({ allowed: true });
  expect(getAbility('cancel', 'submitted', 'expired')).toEqual({ allowed: true });
  expect(getAbility('edit', 'submitted', 'expired')).toEqual(deny('jobs.not_open'));
  for (const change of ['edit', 'cancel'] as const) {
    expect(getAbility(change, 'submitted', 'open', 1)).toEqual(deny('common.not_allowed'));
    expect(getAbility(change, 'accepted', 'awarded')).toEqual(deny('quotes.was_accepted'));
    expect(getAbility(change, 'cancelled', 'open')).toEqual(deny('quotes.not_waiting'));
  }
});

test('lapses a quote a week after it was sent and reminds the poster two days before', () => {
  const sent = new Date('2026-11-12T06:00:00.001Z');
  expect(calculateLapseTime(sent).toISOString()).toBe('2026-11-19T06:00:00.001Z');
  const { lapsed, reminded } = calculateDeadlines(calculateLapseTime(sent));
  expect(lapsed).toEqual(sent);
  expect(reminded.toISOString()).toBe('2026-11-14T06:00:00.001Z');
});
