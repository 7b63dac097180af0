import { SEARCH_SORTS, type SearchSort } from '@fws/contract/jobs/model';
import { SEARCH_PARAMS, type SearchParam } from '@fws/contract/search/params';

/** What the jobs list shows, as texts: the parameters of its address. Empty is any. */
export type JobFilter = Readonly<Record<SearchParam, string>>;

/** What a dialog of its own sets. */
export type FilterKind = 'near' | 'category' | 'budget' | 'closing' | 'sort';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;
const PATTERNS: Partial<Record<SearchParam, RegExp>> = {
  near: /^-?\d{1,3}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?$/,
  km: /^[1-9]\d{0,2}$/,
  category: /^[1-9]\d{0,14}$/,
  from: AMOUNT,
  to: AMOUNT,
  closes: /^\d{1,3}$/,
};
const isSort = (text: string): boolean => SEARCH_SORTS.some((sort) => sort === text);

const createFilter = (getValue: (name: SearchParam) => string): JobFilter =>
  Object.fromEntries(SEARCH_PARAMS.map((name) => [name, getValue(name)])) as JobFilter;

export const NO_FILTER = createFilter(() => '');

/** What an address says; what it says wrongly is left out. */
export function readFilter(params: URLSearchParams): JobFilter {
  const filter = createFilter((name) => {
    const value = params.get(name)?.trim().slice(0, 200) ?? '';
    const isValid = name === 'sort' ? isSort(value) : (PATTERNS[name]?.test(value) ?? true);
    return isValid ? value : '';
  });
  if (hasOrigin(filter)) return filter;
  return { ...filter, km: '', sort: filter.sort === 'nearest' ? '' : filter.sort };
}

/** The parameters of a filter. A list without one has none. */
export const toParams = (filter: JobFilter): URLSearchParams =>
  new URLSearchParams(
    SEARCH_PARAMS.filter((name) => filter[name] !== '').map((name) => [name, filter[name]]),
  );

/** A position or a place, from which distances are measured. */
export const hasOrigin = ({ near, location }: JobFilter): boolean => near !== '' || location !== '';

/** Whether it leaves jobs out. */
export const isFiltered = (filter: JobFilter): boolean =>
  SEARCH_PARAMS.some((name) => name !== 'sort' && filter[name] !== '');

/** What is asked for, or what suits the rest. */
export function getSort({ sort, search, km }: JobFilter): SearchSort {
  if (sort !== '') return sort as SearchSort;
  if (search !== '') return 'relevance';
  return km === '' ? 'latest' : 'nearest';
}

/** The filter as the calls about searches take it. */
export function toFilterValues({ search, location, near, km, category, from, to, closes }: JobFilter) {
  const [latitude = '', longitude = ''] = near.split(',');
  return {
    // Beside a position, the location is only its name.
    location: near === '' ? location : '',
    categoryId: category,
    ...(search !== '' && { search }),
    ...(near !== '' && { latitude, longitude }),
    ...(km !== '' && { radiusKm: km }),
    ...(from !== '' && { budgetFromText: from }),
    ...(to !== '' && { budgetToText: to }),
    ...(closes !== '' && { closesWithinDays: closes }),
  };
}
