import { expect, test } from 'vitest';
import { getFilterKind, NO_FILTER, readFilter, toFilterSearch } from './filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

test('defaults to the latest jobs anywhere', () => {
  expect(read('')).toEqual({ sort: 'latest', location: '', categoryId: '' });
  expect(getFilterKind(NO_FILTER)).toBe('sort');
});

test('keeps one filter when the URL holds several', () => {
  expect(read('sort=oldest&location=Pune&category=3')).toEqual({ ...NO_FILTER, location: 'Pune' });
  expect(read('sort=oldest&category=3')).toEqual({ ...NO_FILTER, categoryId: '3' });
});

test('ignores an unknown sort and an invalid category', () => {
  expect(read('sort=cheapest&category=-1&location=%20')).toEqual(NO_FILTER);
});

test('reads each filter back from its own URL', () => {
  expect(read(toFilterSearch('sort', 'closing_soon').toString())).toEqual({
    ...NO_FILTER,
    sort: 'closing_soon',
  });
  expect(read(toFilterSearch('location', 'Baner & Aundh').toString()).location).toBe('Baner & Aundh');
  expect(getFilterKind(read(toFilterSearch('category', '7').toString()))).toBe('category');
  expect(toFilterSearch('sort', 'latest').toString()).toBe('');
});
