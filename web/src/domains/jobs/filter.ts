import { JOB_SORTS } from '@fws/contract/jobs/model';
import type { JobSort } from '@fws/contract/jobs/model';

/** The filter of the jobs list. Only one of the three is set at a time. */
export type JobFilter = { sort: JobSort; location: string; categoryId: string };
export type FilterKind = 'sort' | 'location' | 'category';

const DEFAULT_SORT: JobSort = 'latest';
export const NO_FILTER: JobFilter = { sort: DEFAULT_SORT, location: '', categoryId: '' };

export function readFilter(search: URLSearchParams): JobFilter {
  const location = search.get('location')?.trim() ?? '';
  const categoryId = search.get('category') ?? '';
  if (location !== '') return { ...NO_FILTER, location };
  if (/^[1-9]\d*$/.test(categoryId)) return { ...NO_FILTER, categoryId };
  const sort = JOB_SORTS.find((option) => option === search.get('sort'));
  return { ...NO_FILTER, sort: sort ?? DEFAULT_SORT };
}

/** The search parameters of a choice, which replaces the one before. Newest first has none. */
export function toFilterSearch(kind: FilterKind, value: string): URLSearchParams {
  const isDefault = value === '' || (kind === 'sort' && value === DEFAULT_SORT);
  return new URLSearchParams(isDefault ? {} : { [kind]: value });
}

export function getFilterKind(filter: JobFilter): FilterKind {
  if (filter.location !== '') return 'location';
  return filter.categoryId === '' ? 'sort' : 'category';
}
