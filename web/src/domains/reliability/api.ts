import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@fws/contract/platform/call';
import { contestOutcome, jobOutcome, myReliability } from '@fws/contract/reliability/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

export const reliabilityPages = () => callPages('contract', myReliability, {});
export const jobOutcomeQuery = (jobId: string) => callQuery('contract', jobOutcome, { jobId });

export const useContestOutcome = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof contestOutcome>) => callApi(contestOutcome, values),
    onSuccess: () => refresh('contract'),
  });
