import { expect, test } from 'vitest';
import { findDayRanges } from './dayRanges.ts';

test.each([
  [[], []],
  [['sun'], [['sun', 'sun']]],
  [
    ['mon', 'tue'],
    [
      ['mon', 'mon'],
      ['tue', 'tue'],
    ],
  ],
  [['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], [['mon', 'sat']]],
  [
    ['sun', 'mon', 'wed', 'thu', 'fri'],
    [
      ['mon', 'mon'],
      ['wed', 'fri'],
      ['sun', 'sun'],
    ],
  ],
] as const)('joins %j to %j', (days, ranges) => {
  expect(findDayRanges(days)).toEqual(ranges);
});
