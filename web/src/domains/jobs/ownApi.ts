import { useMutation } from '@tanstack/react-query';
import { awardedProjects } from '@fws/contract/contracts/calls';
import { myContracts, postJob, updateJob } from '@fws/contract/jobs/calls';
import type { PostJobValues } from '@fws/contract/jobs/schemas';
import { noteUsefulAction } from '../../platform/background/index.ts';
import { callApi } from '../../platform/client/index.ts';
import { callPages, refresh } from '../../platform/queries/index.ts';

export const postedJobPages = () => callPages('job', myContracts, {});
export const awardedJobPages = () => callPages('contract', awardedProjects, {});

export function usePostJob() {
  return useMutation({
    mutationFn: (input: { values: PostJobValues; attachment: File | undefined }) =>
      callApi(postJob, input.values, { files: { attachment: input.attachment } }),
    onSuccess: () => {
      void refresh('job');
      void noteUsefulAction();
    },
  });
}

export function useUpdateJob() {
  return useMutation({
    mutationFn: (input: {
      jobId: number;
      version: string;
      values: PostJobValues;
      attachment: File | undefined;
    }) =>
      callApi(
        updateJob,
        { ...input.values, jobId: String(input.jobId), version: input.version },
        { files: { attachment: input.attachment } },
      ),
    onSuccess: () => void refresh('job'),
  });
}
