import { expect, test } from 'vitest';
import { listMonths } from './service.ts';

test('lists twelve months across the turn of the year, oldest first', () => {
  const months = listMonths(new Date('2026-02-10T06:00:00Z'));
  expect(months).toHaveLength(12);
  expect([months[0], months[10], months[11]]).toEqual(['2025-03', '2026-01', '2026-02']);
});

test('a month begins at midnight in India', () => {
  expect(listMonths(new Date('2026-11-30T18:29:59Z')).at(-1)).toBe('2026-11');
  expect(listMonths(new Date('2026-11-30T18:30:00Z')).at(-1)).toBe('2026-12');
});
