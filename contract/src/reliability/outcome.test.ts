import { expect, test } from 'vitest';
import { decideOutcome, isAgainst, type JobFacts } from './outcome.ts';

const COMPLETED: JobFacts = {
  isCompleted: true,
  cancellation: null,
  absence: null,
  isLateVisit: false,
  isLateWork: false,
  uncounted: null,
};
const by = (side: 'poster' | 'worker', facts: Partial<NonNullable<JobFacts['cancellation']>> = {}) => ({
  by: side,
  excuse: null,
  waiver: null,
  ...facts,
});
const absent = (side: 'poster' | 'worker', excuse: 'illness' | null = null) => ({ side, excuse });

// As in docs/reliability.md. `poster` and `worker`: the outcome of each, and why.
test.each<[string, Partial<JobFacts>, poster: string, worker: string]>([
  ['completed', {}, 'kept: done', 'kept: done'],
  ['late work', { isLateWork: true }, 'kept: done', 'late: late_work'],
  ['late visit', { isLateVisit: true, isLateWork: true }, 'kept: done', 'late: late_visit'],
  ['poster absent, done', { absence: absent('poster') }, 'late: absent', 'kept: done'],
  ['worker absent, done', { absence: absent('worker') }, 'kept: done', 'late: absent'],
  ['excused, then done', { absence: absent('worker', 'illness') }, 'kept: done', 'kept: done'],
  [
    'poster cancelled',
    { isCompleted: false, cancellation: by('poster') },
    'cancelled: cancelled',
    'uncounted: other_side',
  ],
  [
    'worker cancelled',
    { isCompleted: false, cancellation: by('worker') },
    'uncounted: other_side',
    'cancelled: cancelled',
  ],
  [
    'with an excuse',
    { isCompleted: false, cancellation: by('worker', { excuse: 'safety' }) },
    'uncounted: excused',
    'uncounted: excused',
  ],
  [
    'the other was suspended',
    { isCompleted: false, cancellation: by('poster', { waiver: 'suspended' }) },
    'uncounted: suspended',
    'uncounted: suspended',
  ],
  [
    'never paid',
    { isCompleted: false, cancellation: by('worker', { waiver: 'unpaid' }) },
    'uncounted: unpaid',
    'uncounted: unpaid',
  ],
  [
    'nobody came',
    { isCompleted: false, cancellation: by('poster', { waiver: 'no_arrival' }) },
    'uncounted: no_arrival',
    'uncounted: no_arrival',
  ],
  [
    'worker absent',
    { isCompleted: false, cancellation: by('worker'), absence: absent('worker') },
    'uncounted: other_side',
    'cancelled: absent',
  ],
  [
    'worker absent, excused',
    { isCompleted: false, cancellation: by('worker'), absence: absent('worker', 'illness') },
    'uncounted: excused',
    'uncounted: excused',
  ],
  [
    'waited in vain, gave up',
    { isCompleted: false, cancellation: by('worker'), absence: absent('poster') },
    'cancelled: absent',
    'uncounted: other_side',
  ],
  [
    'poster absent, cancelled',
    { isCompleted: false, cancellation: by('poster'), absence: absent('poster') },
    'cancelled: absent',
    'uncounted: other_side',
  ],
  [
    'poster excused, worker gave up',
    { isCompleted: false, cancellation: by('worker'), absence: absent('poster', 'illness') },
    'uncounted: excused',
    'uncounted: excused',
  ],
  [
    'poster excused, cancelled later',
    { isCompleted: false, cancellation: by('poster'), absence: absent('poster', 'illness') },
    'cancelled: cancelled',
    'uncounted: other_side',
  ],
  ['ended by nobody', { isCompleted: false }, 'uncounted: ended', 'uncounted: ended'],
  ['all finished work was paid', { cancellation: by('poster') }, 'kept: done', 'kept: done'],
  ['linked accounts', { uncounted: 'linked' }, 'uncounted: linked', 'uncounted: linked'],
  [
    'under ₹100',
    { isCompleted: false, cancellation: by('poster'), uncounted: 'small' },
    'uncounted: small',
    'uncounted: small',
  ],
])('%s', (_, change, poster, worker) => {
  const facts = { ...COMPLETED, ...change };
  const describe = (side: 'poster' | 'worker') => {
    const { outcome, reason } = decideOutcome(facts, side);
    return `${outcome}: ${reason}`;
  };
  expect([describe('poster'), describe('worker')]).toEqual([poster, worker]);
});

test('what was cancelled or late can be contested', () => {
  expect((['kept', 'cancelled', 'late', 'uncounted'] as const).map(isAgainst)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
