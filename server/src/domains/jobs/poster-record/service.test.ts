import { expect, test } from 'vitest';
import { toReleasedBand } from './service.ts';

test.each([
  [0, 'none'],
  [1, 'under_10000'],
  [9_999_99, 'under_10000'],
  [10_000_00, 'from_10000'],
  [49_999_99, 'from_10000'],
  [50_000_00, 'from_50000'],
  [1_99_999_99, 'from_50000'],
  [2_00_000_00, 'from_200000'],
  [5_00_000_00, 'from_500000'],
  [10_00_000_00, 'from_1000000'],
  [49_99_999_99, 'from_1000000'],
  [50_00_000_00, 'from_5000000'],
])('%i paise are in the band %s', (paise, band) => {
  expect(toReleasedBand(paise)).toBe(band);
});
