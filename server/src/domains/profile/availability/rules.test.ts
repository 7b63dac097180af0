import { expect, test } from 'vitest';
import { formatTimeOfDay, parseTimeOfDay } from './rules.ts';

test.each([
  ['00:00', 0],
  ['09:05', 545],
  ['23:59', 1439],
])('%s is minute %i of the day, both ways', (text, minute) => {
  expect(parseTimeOfDay(text)).toBe(minute);
  expect(formatTimeOfDay(minute)).toBe(text);
});
