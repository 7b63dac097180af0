import { expect, test } from 'vitest';
import { findTimes, isCutOff, pickLater } from './rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour));
const number = (value: number) => ({ number: value });

test.each([
  ['all messages from the first on', [3, 2, 1], 4, false],
  ['the first messages are gone', [5, 4], 6, true],
  ['all are gone', [], 6, true],
  ['nobody has written', [], 1, false],
] as const)('%s', (_, numbers, end, expected) => {
  expect(isCutOff(numbers.map(number), end)).toBe(expected);
});

test('finds the first and the last of times in any order', () => {
  expect(findTimes([at(7), at(5), at(9), at(6)])).toEqual({ first: at(5), last: at(9) });
});

test('picks the later of two times', () => {
  expect([pickLater(at(5), at(6)), pickLater(at(6), at(5))]).toEqual([at(6), at(6)]);
});
