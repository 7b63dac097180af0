import { infiniteQueryOptions } from '@tanstack/react-query';
import { exploreJobs } from '@fws/contract/jobs/calls';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import { mergeOwnFields } from '@fws/contract/platform/shared-page';
import { callApi } from '../../platform/client/index.ts';
import { describeCall } from '../../platform/queries/index.ts';
import { getSort, NO_FILTER, toFilterValues, type JobFilter } from './filter.ts';

// Only what the jobs list needs, because it is the first screen to load. The rest is in searchApi.ts.

const PAGE_SIZE = 20;

/** Loads three jobs first, because no more are visible, then pages. */
export function jobPages(filter: JobFilter) {
  const filterValues = { sort: getSort(filter), ...toFilterValues(filter) };
  const firstValues = { ...filterValues, limit: String(JOBS_FIRST) };
  return infiniteQueryOptions({
    queryKey: ['job', exploreJobs.name, filter] as const,
    meta: describeCall(exploreJobs, firstValues),
    queryFn: async ({ signal, pageParam: cursor }) => {
      const values = cursor === null ? firstValues : { ...filterValues, limit: String(PAGE_SIZE), cursor };
      const reply = await callApi(exploreJobs, values, { signal });
      return { ...mergeOwnFields(reply), total: reply.total };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The list as it first opens; the server may have rendered it. */
export const firstJobPages = () => jobPages(NO_FILTER);
