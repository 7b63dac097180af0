import { expect, test } from 'vitest';
import { formatRow } from './table.ts';

test('formats the measured value, the budget and whether it holds', () => {
  const row = { name: 'Jobs list: script', unit: 'KB', budget: 85_000 } as const;
  expect(formatRow({ ...row, measured: 85_000 })).toMatch(/\| +85\.0 KB \| +85\.0 KB \| ok$/);
  expect(formatRow({ ...row, measured: 85_001 })).toMatch(/OVER$/);
});

test('gives no verdict without a budget', () => {
  expect(formatRow({ name: 'fonts', unit: 'KB', measured: 67_100, budget: undefined })).not.toMatch(
    /ok|OVER/,
  );
});
