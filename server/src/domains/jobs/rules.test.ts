import { expect, test } from 'vitest';
import { maySeeJob } from './policy.ts';
import { checkDates, getQuoteAbility, isOpenForQuotes, parseWords } from './rules.ts';

test('accepts work that begins today and is finished within the time ahead, by the calendar in India', () => {
  const afterMidnight = new Date('2026-12-17T18:30:00Z'); // half past midnight on the 18th in India
  const check = (takeWorkOn: string, closesOn: string) =>
    checkDates({ takeWorkOn, closesOn }, { now: afterMidnight, daysAhead: 365 });
  expect(check('2026-12-18', '2026-12-18').ok).toBe(true);
  expect(check('2026-12-17', '2026-12-18')).toMatchObject({
    refusal: { fields: { takeWorkOn: { code: 'jobs.take_work_past' } } },
  });
  expect(check('2027-12-18', '2027-12-18').ok).toBe(true);
  expect(check('2026-12-18', '2027-12-19')).toMatchObject({
    refusal: { fields: { closesOn: { code: 'jobs.closes_too_late', values: { days: 365 } } } },
  });
});

test('is open for quotes until the end of the close date', () => {
  const job = { state: 'open', closes_on: '2026-12-18' } as const;
  expect(isOpenForQuotes(job, '2026-12-18')).toBe(true);
  expect(isOpenForQuotes(job, '2026-12-19')).toBe(false);
  expect(isOpenForQuotes({ ...job, state: 'awarded' }, '2026-12-18')).toBe(false);
});

test('allows another user to quote once, and gives the reason for a refusal', () => {
  const job = { poster_id: 1, state: 'open', closes_on: '2026-12-18' } as const;
  const today = '2026-12-18';
  const getReason = (userId: number, hasLiveQuote: boolean, date = today) => {
    const ability = getQuoteAbility(job, { userId, hasLiveQuote }, date);
    return ability.allowed ? null : ability.reason;
  };
  expect(getReason(2, false)).toBeNull();
  expect(getReason(1, false)).toBe('jobs.own_job');
  expect(getReason(2, true)).toBe('jobs.already_quoted');
  expect(getReason(2, false, '2026-12-19')).toBe('jobs.not_open');
});

test('shows an awarded job only to its poster and to those who quoted', () => {
  const open = { poster_id: 1, state: 'open' } as const;
  const awarded = { poster_id: 1, state: 'awarded' } as const;
  expect(maySeeJob(open, 2, { hasQuoted: false, isBlocked: false })).toBe(true);
  expect(maySeeJob(awarded, 1, { hasQuoted: false, isBlocked: false })).toBe(true);
  expect(maySeeJob(awarded, 2, { hasQuoted: true, isBlocked: false })).toBe(true);
  expect(maySeeJob(awarded, 2, { hasQuoted: false, isBlocked: false })).toBe(false);
});

test('offers nothing to somebody with whom there is a block, and hides nothing from the sides of an awarded job', () => {
  const [open, awarded] = [
    { poster_id: 1, state: 'open' } as const,
    { poster_id: 1, state: 'awarded' } as const,
  ];
  expect(maySeeJob(open, 2, { hasQuoted: true, isBlocked: true })).toBe(false);
  expect(maySeeJob(awarded, 2, { hasQuoted: true, isBlocked: true })).toBe(true);
  expect(maySeeJob(awarded, 1, { hasQuoted: false, isBlocked: true })).toBe(true);
});

test('splits a location filter into words, in any script', () => {
  expect(parseWords('  Kothrud, PUNE-411038 ')).toEqual(['kothrud', 'pune', '411038']);
  expect(parseWords('कोथरूड, पुणे')).toEqual(['कोथरूड', 'पुणे']);
  expect(parseWords(`'; DROP TABLE job; -- & | ! :*`)).toEqual(['drop', 'table', 'job']);
  expect(parseWords('a b c d e f g h')).toHaveLength(6);
});
