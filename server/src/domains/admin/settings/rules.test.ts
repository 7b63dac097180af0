import { expect, test } from 'vitest';
import { toDatedStates } from './rules.ts';

const row = (id: number, at: string) => ({ id, at });
const getStates = (rows: { id: number; at: string }[]) =>
  Object.fromEntries(toDatedStates(rows, '2026-12-05'));

test('uses the newest value that is already effective, whatever was set later for another day', () => {
  expect(
    getStates([row(1, '2026-11-01'), row(2, '2026-12-01'), row(3, '2026-11-15'), row(4, '2027-01-01')]),
  ).toEqual({
    1: 'past',
    2: 'current',
    3: 'past',
    4: 'coming',
  });
});

test('uses the later of two values for one day, and counts the day itself as effective', () => {
  expect(
    getStates([row(1, '2026-12-05'), row(2, '2026-12-05'), row(3, '2026-12-06'), row(4, '2026-12-06')]),
  ).toEqual({
    1: 'past',
    2: 'current',
    3: 'past',
    4: 'coming',
  });
  expect(getStates([])).toEqual({});
});
