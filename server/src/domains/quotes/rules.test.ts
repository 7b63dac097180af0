import { expect, test } from 'vitest';
import type { JobState } from '@fws/contract/jobs/process';
import type { QuoteState } from '@fws/contract/quotes/process';
import { maySeeQuote } from './policy.ts';
import { lapsesAt, mayAccept, mayChange, quoteDeadlines } from './rules.ts';

const reason = (readerId: number, quote: QuoteState, job: JobState) => {
  const ability = mayAccept({ state: quote }, { poster_id: 1, state: job }, readerId);
  if (ability.allowed) expect(ability).toEqual({ allowed: true });
  else expect(ability).toEqual({ allowed: false, reason: ability.reason });
  return ability.allowed ? null : ability.reason;
};

test('allows only the poster to accept, and only a submitted quote on an open job', () => {
  expect(reason(1, 'submitted', 'open')).toBeNull();
  expect(reason(2, 'submitted', 'open')).toBe('common.not_allowed');
  expect(reason(1, 'not_selected', 'awarded')).toBe('quotes.job_awarded');
  expect(reason(1, 'submitted', 'in_progress')).toBe('quotes.job_awarded');
  expect(reason(1, 'lapsed', 'completed')).toBe('quotes.job_awarded');
  expect(reason(1, 'accepted', 'awarded')).toBe('quotes.not_open');
  expect(reason(1, 'lapsed', 'open')).toBe('quotes.not_open');
  expect(reason(1, 'submitted', 'expired')).toBe('quotes.not_open');
});

test('shows a quote only to the poster and its worker', () => {
  const see = (userId: number) => maySeeQuote(userId, { worker_id: 2 }, { poster_id: 1 });
  expect([1, 2, 3].map(see)).toEqual([true, true, false]);
});

test('lets the worker edit a submitted quote while the job is open, and cancel it even afterwards', () => {
  const may = (what: 'edit' | 'cancel', quote: QuoteState, job: JobState, readerId = 2) =>
    mayChange(what, { state: quote, worker_id: 2 }, { state: job }, readerId);
  const not = (reason: string) => ({ allowed: false, reason });
  expect(may('edit', 'submitted', 'open')).toEqual({ allowed: true });
  expect(may('cancel', 'submitted', 'open')).toEqual({ allowed: true });
  expect(may('cancel', 'submitted', 'expired')).toEqual({ allowed: true });
  expect(may('edit', 'submitted', 'expired')).toEqual(not('jobs.not_open'));
  for (const what of ['edit', 'cancel'] as const) {
    expect(may(what, 'submitted', 'open', 1)).toEqual(not('common.not_allowed'));
    expect(may(what, 'accepted', 'awarded')).toEqual(not('quotes.was_accepted'));
    expect(may(what, 'cancelled', 'open')).toEqual(not('quotes.not_waiting'));
  }
});

test('lapses a quote a week after it was sent and reminds the poster two days before', () => {
  const sent = new Date('2026-11-12T06:00:00.001Z');
  expect(lapsesAt(sent).toISOString()).toBe('2026-11-19T06:00:00.001Z');
  const { lapsed, reminded } = quoteDeadlines(lapsesAt(sent));
  expect(lapsed).toEqual(sent);
  expect(reminded.toISOString()).toBe('2026-11-14T06:00:00.001Z');
});
