import { useMutation } from '@tanstack/react-query';
import { awardedProjects } from '@fws/contract/contracts/calls';
import { myContracts, postJob, updateJob } from '@fws/contract/jobs/calls';
import type { PostJobValues } from '@fws/contract/jobs/model';
import { callApi } from '../../platform/client/index.ts';
import { callPages, refresh } from '../../platform/queries/index.ts';

export const postedJobs = () => callPages('job', myContracts, {});
export const awardedJobs = () => callPages('contract', awardedProjects, {});

export function usePostJob() {
  return useMutation({
    mutationFn: (job: { values: PostJobValues; attachment: File | undefined }) =>
      callApi(postJob, job.values, { files: { attachment: job.attachment } }),
    onSuccess: () => void refresh('job'),
  });
}

export function useUpdateJob() {
  return useMutation({
    mutationFn: (job: { jobId: number; values: PostJobValues; attachment: File | undefined }) =>
      callApi(
        updateJob,
        { ...job.values, jobId: String(job.jobId) },
        { files: { attachment: job.attachment } },
      ),
    onSuccess: () => void refresh('job'),
  });
}
