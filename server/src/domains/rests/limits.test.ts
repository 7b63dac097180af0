import { expect, test } from 'vitest';
import { calculateLeft, findReachedLimit, isFresh } from './limits.ts';
import { buildTerms } from './testing/terms.ts';

const terms = buildTerms();
const HOUR_MS = 3600_000;
const now = new Date('2026-11-18T06:30:00.000Z');
const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
const find = (amountPaise: number, movements: { amountPaise: number; at: Date }[] = []) =>
  findReachedLimit(terms, 'withdraw', { movements, amountPaise, now });

test('an account is fresh until its first money is old enough', () => {
  expect(isFresh(terms, null, now)).toBe(true);
  expect(isFresh(terms, before(30 * 24 - 1), now)).toBe(true);
  expect(isFresh(terms, before(30 * 24), now)).toBe(false);
});

test('counts what was moved within the hours of the limit', () => {
  const limit = { action: 'withdraw', hours: 24, maxPaise: 100 } as const;
  const movements = [
    { amountPaise: 30, at: before(1) },
    { amountPaise: 50, at: before(24) },
  ];
  expect(calculateLeft(limit, movements, now)).toBe(70);
  expect(calculateLeft(limit, [{ amountPaise: 130, at: before(1) }], now)).toBe(0);
});

test('reports no limit for what fits', () => {
  expect(find(15_000_00)).toBeNull();
});

test('reports the limit that leaves least, and when the amount fits', () => {
  expect(find(10_000_00, [{ amountPaise: 9_000_00, at: before(20) }])).toMatchObject({
    hours: 24,
    leftPaise: 6_000_00,
    moreFrom: new Date(now.getTime() + 4 * HOUR_MS),
  });
  const month = [5, 4, 3].map((days) => ({ amountPaise: 15_000_00, at: before(days * 24) }));
  expect(find(6_000_00, month)).toMatchObject({
    hours: 720,
    leftPaise: 5_000_00,
    moreFrom: new Date(before(5 * 24).getTime() + 720 * HOUR_MS),
  });
});

test('an amount above a limit never fits', () => {
  expect(find(15_000_01)).toMatchObject({ hours: 24, leftPaise: 15_000_00, moreFrom: null });
});
