import { useMutation } from '@tanstack/react-query';
import { adminJob, adminJobVerify } from '@fws/contract/admin/jobs/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const jobQuery = (jobId: string) => callQuery('admin', adminJob, { jobId });

export const useVerifyJob = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminJobVerify>) => callApi(adminJobVerify, values),
    onSuccess: refreshAdmin,
  });
