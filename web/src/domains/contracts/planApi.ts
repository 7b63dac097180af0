import { useMutation } from '@tanstack/react-query';
import { answerChange, changeList, proposeChange } from '@fws/contract/contracts/calls';
import type { AnswerChangeValues, ProposeChangeValues } from '@fws/contract/contracts/schemas';
import { callApi } from '../../platform/client/index.ts';
import { callPages, refresh } from '../../platform/queries/index.ts';

export const changePages = (jobId: string) => callPages('contract', changeList, { jobId });

type Keyed<Values> = { values: Values; idempotencyKey: string };

export function useProposeChange() {
  return useMutation({
    mutationFn: ({ values, idempotencyKey }: Keyed<ProposeChangeValues>) =>
      callApi(proposeChange, values, { idempotencyKey }),
    onSuccess: () => refresh('contract'),
  });
}

export function useAnswerChange() {
  return useMutation({
    mutationFn: ({ values, idempotencyKey }: Keyed<AnswerChangeValues>) =>
      callApi(answerChange, values, { idempotencyKey }),
    // An answer to what has moved on is refused: the screen then shows how it stands.
    onSettled: () => refresh('contract', 'job'),
  });
}
