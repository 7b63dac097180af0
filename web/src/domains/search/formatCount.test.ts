import { expect, test } from 'vitest';
import { formatTotal, limitCount } from './formatCount.ts';

test('never shows a number of jobs beyond those that are counted', () => {
  expect([999, 1_000, 1_001].map(formatTotal)).toEqual(['999', '1,000', '1,000+']);
  expect([999, 1_000, 1_001].map(limitCount)).toEqual([999, 1_000, 1_000]);
});
