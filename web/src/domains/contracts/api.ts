import { useMutation } from '@tanstack/react-query';
import {
  awardedJob,
  escrowPaymentStatus,
  exploreMyJobs,
  moveFund,
  moveWork,
} from '@fws/contract/contracts/calls';
import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import { toRupees } from '@fws/contract/platform/money';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';
import type { JobsShown } from './shown.ts';

export const contractQuery = (jobId: string) => callQuery('contract', awardedJob, { jobId });
export const myJobPages = ({ scope, filter }: JobsShown) =>
  callPages('contract', exploreMyJobs, { scope, filter });
export const paymentQuery = (orderId: string) => callQuery('order', escrowPaymentStatus, { orderId });

export type FundMove = {
  jobId: number;
  milestoneId: number;
  step: FundStep;
  amountPaise: number;
  idempotencyKey: string;
};

/** Is done when the screen has the new state, so that nothing old is shown as settled. */
export function useMoveFund() {
  return useMutation({
    mutationFn: ({ jobId, milestoneId, step, amountPaise, idempotencyKey }: FundMove) =>
      callApi(
        moveFund,
        {
          jobId: String(jobId),
          milestoneId: String(milestoneId),
          step,
          amountPaise: toRupees(amountPaise),
        },
        { idempotencyKey },
      ),
    onSuccess: () => refresh('contract'),
  });
}

export function useMoveWork() {
  return useMutation({
    mutationFn: ({ jobId, milestoneId, step }: { jobId: number; milestoneId: number; step: WorkStep }) =>
      callApi(moveWork, { jobId: String(jobId), milestoneId: String(milestoneId), step }),
    onSuccess: () => refresh('contract'),
  });
}
