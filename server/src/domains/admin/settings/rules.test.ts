import { expect, test } from 'vitest';
import { statesOf } from './rules.ts';

const row = (id: number, at: string) => ({ id, at });
const of = (rows: { id: number; at: string }[]) => Object.fromEntries(statesOf(rows, '2026-12-05'));

test('the newest that has begun holds, whatever was set later for another day', () => {
  expect(
    of([row(1, '2026-11-01'), row(2, '2026-12-01'), row(3, '2026-11-15'), row(4, '2027-01-01')]),
  ).toEqual({
    1: 'past',
    2: 'current',
    3: 'past',
    4: 'coming',
  });
});

test('for the same day the later one counts, and the day itself has begun', () => {
  expect(
    of([row(1, '2026-12-05'), row(2, '2026-12-05'), row(3, '2026-12-06'), row(4, '2026-12-06')]),
  ).toEqual({
    1: 'past',
    2: 'current',
    3: 'past',
    4: 'coming',
  });
  expect(of([])).toEqual({});
});
