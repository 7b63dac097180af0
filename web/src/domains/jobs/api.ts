import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { awardedProjects } from '@fws/contract/contracts/calls';
import { categoryList, exploreJobs, jobDetail, myContracts, postJob } from '@fws/contract/jobs/calls';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import type { PostJobValues } from '@fws/contract/jobs/model';
import { wallet } from '@fws/contract/payouts/calls';
import { placeNearest, placeSearch } from '@fws/contract/places/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';
import { takeFirstJobs } from './firstJobs.ts';
import type { JobFilter } from './filter.ts';

const MORE = 20;

/** Three jobs first, because that is all one sees; then pages. */
export function jobPages(filter: JobFilter) {
  return infiniteQueryOptions({
    queryKey: ['job', exploreJobs.name, filter] as const,
    queryFn: ({ signal, pageParam: cursor }) => {
      if (cursor !== null)
        return callApi(exploreJobs, { ...filter, limit: String(MORE), cursor }, { signal });
      const values = { ...filter, limit: String(JOBS_FIRST) };
      return callApi(exploreJobs, values, { signal, reply: takeFirstJobs(values) });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const jobQuery = (jobId: string) => callQuery('job', jobDetail, { jobId });
export const categoriesQuery = () => ({
  ...callQuery('categories', categoryList, {}),
  staleTime: Infinity,
});
export const postedJobs = () => callPages('job', myContracts, {});
export const awardedJobs = () => callPages('contract', awardedProjects, {});
export const walletQuery = () => callQuery('wallet', wallet, { limit: '1' });

export function usePostJob() {
  return useMutation({
    mutationFn: (job: { values: PostJobValues; attachment: File | undefined }) =>
      callApi(postJob, job.values, { files: { attachment: job.attachment } }),
    onSuccess: () => refresh('job'),
  });
}

export async function findPlaces(query: string, signal: AbortSignal) {
  const places = await callApi(placeSearch, { query }, { signal });
  return places.map((place) => ({ key: place.label, ...place }));
}

export const placeAt = (latitude: number, longitude: number) =>
  callApi(placeNearest, { latitude: String(latitude), longitude: String(longitude) });
