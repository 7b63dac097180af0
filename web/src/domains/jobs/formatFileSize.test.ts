import { expect, test } from 'vitest';
import { formatFileSize } from './formatFileSize.ts';

test.each([
  [0, '1 KB'],
  [1, '1 KB'],
  [82_000, '82 KB'],
  [82_001, '83 KB'],
  [1_400_000, '1.4 MB'],
  [10_000_000, '10 MB'],
  [10_000_001, '10.1 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
