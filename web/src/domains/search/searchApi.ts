import { useMutation } from '@tanstack/react-query';
import {
  removeSearch,
  savedJobs,
  savedSearches,
  saveSearch,
  searchSuggestions,
} from '@fws/contract/search/calls';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { toRupees } from '@fws/contract/platform/money';
import type { AlertFrequency } from '@fws/contract/search/model';
import type { SavedSearch } from '@fws/contract/search/schemas';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';
import { toFilterValues, type JobFilter } from './filter.ts';

export const suggestionsQuery = (search: string) => callQuery('suggestions', searchSuggestions, { search });

/** The jobs of another search, to say how many there are and to show the first. */
export const alternativeQuery = (filter: JobFilter) =>
  callQuery('job', exploreJobs, {
    sort: filter.near === '' && filter.km === '' ? 'latest' : 'nearest',
    ...toFilterValues(filter),
    limit: '1',
  });

export const savedSearchPages = () => callPages('saved', savedSearches, {});
export const savedJobPages = () => callPages('saved', savedJobs, {});

export function useSaveSearch() {
  return useMutation({
    mutationFn: (input: { filter: JobFilter; frequency: AlertFrequency }) =>
      callApi(saveSearch, {
        ...toFilterValues(input.filter),
        // Beside a position, it is only the name of the place.
        location: input.filter.location,
        frequency: input.frequency,
      }),
    onSuccess: () => void refresh('saved'),
  });
}

/** The same search with another frequency. */
export function useChangeFrequency() {
  return useMutation({
    mutationFn: (search: SavedSearch) => callApi(saveSearch, toSaveValues(search)),
    onSuccess: () => void refresh('saved'),
  });
}

const toText = (value: number | null): string => (value === null ? '' : String(value));
const toRupeeText = (paise: number | null): string => (paise === null ? '' : toRupees(paise));

const toSaveValues = (search: SavedSearch) => ({
  search: search.search,
  location: search.location,
  latitude: toText(search.position?.latitude ?? null),
  longitude: toText(search.position?.longitude ?? null),
  radiusKm: toText(search.radiusKm),
  categoryId: toText(search.category?.id ?? null),
  budgetFromText: toRupeeText(search.budgetFromPaise),
  budgetToText: toRupeeText(search.budgetToPaise),
  closesWithinDays: toText(search.closesWithinDays),
  frequency: search.frequency,
});

export function useRemoveSearch() {
  return useMutation({
    mutationFn: (searchId: number) => callApi(removeSearch, { searchId: String(searchId) }),
    onSuccess: () => void refresh('saved', 'notifications'),
  });
}
