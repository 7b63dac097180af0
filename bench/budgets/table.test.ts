import { expect, test } from 'vitest';
import { formatRow } from './table.ts';

test('a row says what was measured, what is allowed, and whether that holds', () => {
  const row = { name: 'Jobs list: script', unit: 'KB', budget: 85_000 } as const;
  expect(formatRow({ ...row, measured: 85_000 })).toMatch(/\| +85\.0 KB \| +85\.0 KB \| ok$/);
  expect(formatRow({ ...row, measured: 85_001 })).toMatch(/OVER$/);
});

test('what is only shown is judged by nothing', () => {
  expect(formatRow({ name: 'fonts', unit: 'KB', measured: 67_100, budget: undefined })).not.toMatch(
    /ok|OVER/,
  );
});
