import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@fws/contract/platform/call';
import { answerNoShow, claimNoShow } from '@fws/contract/visits/calls';
import { callApi } from '../../../platform/client/index.ts';
import { refresh } from '../../../platform/queries/index.ts';

/** Each resolves when the screen has the new state. */
export const useClaimNoShow = () =>
  useMutation({
    mutationFn: (milestoneId: number) => callApi(claimNoShow, { milestoneId: String(milestoneId) }),
    onSuccess: () => refresh('contract'),
  });

export type NoShowAnswerInput = Omit<CallInput<typeof answerNoShow>, 'milestoneId'> & {
  milestoneId: number;
  idempotencyKey: string;
};

export const useAnswerNoShow = () =>
  useMutation({
    mutationFn: ({ milestoneId, idempotencyKey, ...said }: NoShowAnswerInput) =>
      callApi(answerNoShow, { milestoneId: String(milestoneId), ...said }, { idempotencyKey }),
    onSuccess: () => refresh('contract', 'job'),
  });
