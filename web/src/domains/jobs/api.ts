import { categoryList, jobDetail } from '@fws/contract/jobs/calls';
import { callQuery } from '../../platform/queries/index.ts';

// Only what the jobs list needs, because it is the first screen to load. The rest is in ownApi.ts.

export const jobQuery = (jobId: string) => callQuery('job', jobDetail, { jobId });

export const categoriesQuery = () => ({
  ...callQuery('categories', categoryList, {}),
  staleTime: Infinity,
});
