import { infiniteQueryOptions } from '@tanstack/react-query';
import { categoryList, exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { mergeOwnFields } from '@fws/contract/platform/shared-page';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import { callApi } from '../../platform/client/index.ts';
import { callQuery } from '../../platform/queries/index.ts';
import { NO_FILTER, type JobFilter } from './filter.ts';

// Only what the jobs list needs, because it is the first screen to load. The rest is in ownApi.ts.

const PAGE_SIZE = 20;

/** Loads three jobs first, because no more are visible, then pages. */
export function jobPages(filter: JobFilter) {
  return infiniteQueryOptions({
    queryKey: ['job', exploreJobs.name, filter] as const,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const page = cursor === null ? { limit: String(JOBS_FIRST) } : { limit: String(PAGE_SIZE), cursor };
      return mergeOwnFields(await callApi(exploreJobs, { ...filter, ...page }, { signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The list as it first opens; the server may have rendered it. */
export const firstJobPages = () => jobPages(NO_FILTER);

export const jobQuery = (jobId: string) => callQuery('job', jobDetail, { jobId });

export const categoriesQuery = () => ({
  ...callQuery('categories', categoryList, {}),
  staleTime: Infinity,
});
