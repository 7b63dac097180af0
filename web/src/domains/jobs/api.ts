import { infiniteQueryOptions } from '@tanstack/react-query';
import { categoryList, exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import { callApi } from '../../platform/client/index.ts';
import { callQuery } from '../../platform/queries/index.ts';
import { NO_FILTER, type JobFilter } from './filter.ts';

// What the jobs list needs, and no more: it is the first screen that is loaded. The rest is in ownApi.ts.

const MORE = 20;

/** Three jobs first, because that is all one sees; then pages. */
export function jobPages(filter: JobFilter) {
  return infiniteQueryOptions({
    queryKey: ['job', exploreJobs.name, filter] as const,
    queryFn: ({ signal, pageParam: cursor }) => {
      if (cursor !== null)
        return callApi(exploreJobs, { ...filter, limit: String(MORE), cursor }, { signal });
      return callApi(exploreJobs, { ...filter, limit: String(JOBS_FIRST) }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** What the list shows when it is opened: the server may have drawn it. */
export const firstJobPages = () => jobPages(NO_FILTER);

export const jobQuery = (jobId: string) => callQuery('job', jobDetail, { jobId });

export const categoriesQuery = () => ({
  ...callQuery('categories', categoryList, {}),
  staleTime: Infinity,
});
