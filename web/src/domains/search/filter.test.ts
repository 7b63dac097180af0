import { expect, test } from 'vitest';
import { buildSearchPath } from '@fws/contract/search/address';
import { getSort, isFiltered, NO_FILTER, readFilter, toFilterValues, toParams } from './filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

test('shows all jobs, the latest first, without parameters', () => {
  expect(read('')).toEqual(NO_FILTER);
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(getSort(NO_FILTER)).toBe('latest');
  // The page's head sends the same text before the app is loaded.
  expect(JSON.stringify({ sort: getSort(NO_FILTER), ...toFilterValues(NO_FILTER) })).toBe(
    '{"sort":"latest","location":"","categoryId":""}',
  );
});

test('reads back every filter from its own address, all together', () => {
  const filter = {
    search: 'प्लंबर & tap',
    location: 'Arera Colony, Bhopal',
    near: '23.21,77.43',
    km: '15',
    category: '2',
    from: '1000',
    to: '5000.50',
    closes: '3',
    sort: 'closing_soon',
  };
  expect(read(toParams(filter).toString())).toEqual(filter);
  expect(toFilterValues(filter)).toEqual({
    search: 'प्लंबर & tap',
    location: '',
    latitude: '23.21',
    longitude: '77.43',
    radiusKm: '15',
    categoryId: '2',
    budgetFromText: '1000',
    budgetToText: '5000.50',
    closesWithinDays: '3',
  });
});

test('leaves out what an address says wrongly', () => {
  expect(read('sort=cheapest&category=-1&location=%20&near=here&km=0&from=1e3&to=-5&closes=soon')).toEqual(
    NO_FILTER,
  );
  // A distance needs a place.
  expect(read('km=15&sort=nearest')).toEqual(NO_FILTER);
});

test('sorts a search by relevance and a circle by distance, unless an order is chosen', () => {
  expect(getSort(read('search=tap'))).toBe('relevance');
  expect(getSort(read('location=Bhopal&km=5'))).toBe('nearest');
  expect(getSort(read('location=Bhopal'))).toBe('latest');
  expect(getSort(read('search=tap&sort=oldest'))).toBe('oldest');
});

test('reads the address of a saved search', () => {
  const path = buildSearchPath({
    search: 'tap',
    location: 'Bhopal',
    position: { latitude: 23.25, longitude: 77.4 },
    radiusKm: 15,
    categoryId: 2,
    budgetFromPaise: 1_000_00,
    budgetToPaise: null,
    closesWithinDays: 7,
  });
  expect(read(path.slice(2))).toEqual({
    ...NO_FILTER,
    search: 'tap',
    location: 'Bhopal',
    near: '23.25,77.4',
    km: '15',
    category: '2',
    from: '1000',
    closes: '7',
  });
});
