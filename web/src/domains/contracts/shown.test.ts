import { expect, test } from 'vitest';
import { filters, readShown, searchOf } from './shown.ts';

test('reads the same view back from its URL', () => {
  expect(readShown(new URLSearchParams(searchOf({ scope: 'ongoing', filter: 'all' })))).toEqual({
    scope: 'ongoing',
    filter: 'all',
  });
  for (const filter of filters) {
    const shown = { scope: 'all', filter } as const;
    expect(readShown(new URLSearchParams(searchOf(shown)))).toEqual(shown);
  }
});

test('falls back to all jobs for an unknown filter and ignores the filter of ongoing jobs', () => {
  expect(readShown(new URLSearchParams('tab=all&show=lost'))).toEqual({ scope: 'all', filter: 'all' });
  expect(readShown(new URLSearchParams('show=completed'))).toEqual({ scope: 'ongoing', filter: 'all' });
});
