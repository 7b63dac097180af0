import { expect, test } from 'vitest';
import { filters, readShown, searchOf } from './shown.ts';

test('the address brings back what was shown', () => {
  expect(readShown(new URLSearchParams(searchOf({ scope: 'ongoing', filter: 'all' })))).toEqual({
    scope: 'ongoing',
    filter: 'all',
  });
  for (const filter of filters) {
    const shown = { scope: 'all', filter } as const;
    expect(readShown(new URLSearchParams(searchOf(shown)))).toEqual(shown);
  }
});

test('what nobody offers is all jobs, and ongoing jobs have no filter', () => {
  expect(readShown(new URLSearchParams('tab=all&show=lost'))).toEqual({ scope: 'all', filter: 'all' });
  expect(readShown(new URLSearchParams('show=completed'))).toEqual({ scope: 'ongoing', filter: 'all' });
});
