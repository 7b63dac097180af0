import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@fws/contract/platform/call';
import { answerRepeat, endRepeat, repeatJob, repeatList, skipRepeat } from '@fws/contract/repeats/calls';
import { callApi } from '../../platform/client/index.ts';
import { callQuery, refresh } from '../../platform/queries/index.ts';

/** The newest series of a job. */
export const repeatQuery = (jobId: number | string) =>
  callQuery('contract', repeatList, { jobId: String(jobId), limit: '1' });

export const useRepeatJob = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof repeatJob>) => callApi(repeatJob, values),
    onSuccess: () => refresh('contract'),
  });

/** The steps of a series. Each resolves when the screen has the new state. */
export function useRepeatSteps(id: number) {
  const repeatId = String(id);
  const onSuccess = () => refresh('contract');
  return {
    answer: useMutation({
      mutationFn: (answer: 'agree' | 'decline') => callApi(answerRepeat, { repeatId, answer }),
      onSuccess,
    }),
    skip: useMutation({ mutationFn: (day: string) => callApi(skipRepeat, { repeatId, day }), onSuccess }),
    end: useMutation({ mutationFn: () => callApi(endRepeat, { repeatId }), onSuccess }),
  };
}
