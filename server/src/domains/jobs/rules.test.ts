import { expect, test } from 'vitest';
import { maySeeJob } from './policy.ts';
import { checkDates, mayQuote, takesQuotes, wordsOf } from './rules.ts';

test('accepts work that begins today, by the calendar in India', () => {
  const late = new Date('2026-12-17T18:30:00Z'); // half past midnight on the 18th in India
  expect(checkDates({ takeWorkOn: '2026-12-18' }, late).ok).toBe(true);
  expect(checkDates({ takeWorkOn: '2026-12-17' }, late)).toMatchObject({
    refusal: { fields: { takeWorkOn: { code: 'jobs.take_work_past' } } },
  });
});

test('is open for quotes until the end of the close date', () => {
  const job = { state: 'open', closes_on: '2026-12-18' } as const;
  expect(takesQuotes(job, '2026-12-18')).toBe(true);
  expect(takesQuotes(job, '2026-12-19')).toBe(false);
  expect(takesQuotes({ ...job, state: 'awarded' }, '2026-12-18')).toBe(false);
});

test('allows another user to quote once, and gives the reason for a refusal', () => {
  const job = { poster_id: 1, state: 'open', closes_on: '2026-12-18' } as const;
  const today = '2026-12-18';
  const reason = (userId: number, hasLiveQuote: boolean, on = today) => {
    const ability = mayQuote(job, { userId, hasLiveQuote }, on);
    return ability.allowed ? null : ability.reason;
  };
  expect(reason(2, false)).toBeNull();
  expect(reason(1, false)).toBe('jobs.own_job');
  expect(reason(2, true)).toBe('jobs.already_quoted');
  expect(reason(2, false, '2026-12-19')).toBe('jobs.not_open');
});

test('shows an awarded job only to its poster and to those who quoted', () => {
  const open = { poster_id: 1, state: 'open' } as const;
  const awarded = { poster_id: 1, state: 'awarded' } as const;
  expect(maySeeJob(2, open, false)).toBe(true);
  expect(maySeeJob(1, awarded, false)).toBe(true);
  expect(maySeeJob(2, awarded, true)).toBe(true);
  expect(maySeeJob(2, awarded, false)).toBe(false);
});

test('splits a location filter into words, in any script', () => {
  expect(wordsOf('  Kothrud, PUNE-411038 ')).toEqual(['kothrud', 'pune', '411038']);
  expect(wordsOf('कोथरूड, पुणे')).toEqual(['कोथरूड', 'पुणे']);
  expect(wordsOf(`'; DROP TABLE job; -- & | ! :*`)).toEqual(['drop', 'table', 'job']);
  expect(wordsOf('a b c d e f g h')).toHaveLength(6);
});
