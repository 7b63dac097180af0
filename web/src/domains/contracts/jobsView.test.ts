import { expect, test } from 'vitest';
import { filters, readJobsView, toSearch } from './jobsView.ts';

test('reads the same view back from its URL', () => {
  expect(readJobsView(new URLSearchParams(toSearch({ scope: 'ongoing', filter: 'all' })))).toEqual({
    scope: 'ongoing',
    filter: 'all',
  });
  for (const filter of filters) {
    const view = { scope: 'all', filter } as const;
    expect(readJobsView(new URLSearchParams(toSearch(view)))).toEqual(view);
  }
});

test('falls back to all jobs for an unknown filter and ignores the filter of ongoing jobs', () => {
  expect(readJobsView(new URLSearchParams('tab=all&show=lost'))).toEqual({ scope: 'all', filter: 'all' });
  expect(readJobsView(new URLSearchParams('show=completed'))).toEqual({ scope: 'ongoing', filter: 'all' });
});
