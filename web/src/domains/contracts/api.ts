import { useMutation } from '@tanstack/react-query';
import {
  awardedJob,
  cancelJob,
  escrowPaymentStatus,
  exploreMyJobs,
  leaveRating,
  moveFund,
  moveWork,
  requestChange,
} from '@fws/contract/contracts/calls';
import { POINTS_PER_STAR, type FundStep, type WorkStep } from '@fws/contract/contracts/model';
import { toRupees } from '@fws/contract/platform/money';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';
import type { JobsView } from './jobsView.ts';

export const contractQuery = (jobId: string) => callQuery('contract', awardedJob, { jobId });
export const myJobPages = ({ scope, filter }: JobsView) =>
  callPages('contract', exploreMyJobs, { scope, filter });
export const paymentQuery = (orderId: string) => callQuery('order', escrowPaymentStatus, { orderId });

export type FundMove = {
  jobId: number;
  milestoneId: number;
  step: FundStep;
  amountPaise: number;
  /** A release accepts finished work too. */
  acceptsWork?: boolean;
  idempotencyKey: string;
};

/** Resolves when the screen has the new state, so that outdated data is never shown as confirmed. */
export function useMoveFund() {
  return useMutation({
    mutationFn: ({ jobId, milestoneId, step, amountPaise, acceptsWork, idempotencyKey }: FundMove) =>
      callApi(
        moveFund,
        {
          jobId: String(jobId),
          milestoneId: String(milestoneId),
          step,
          amountText: toRupees(amountPaise),
          ...(acceptsWork ? { acceptsWork: 'true' } : {}),
        },
        { idempotencyKey },
      ),
    onSuccess: () => refresh('contract'),
  });
}

export type WorkMove = {
  jobId: number;
  milestoneId: number;
  step: WorkStep;
  note?: string;
  photoIds?: string[];
};

export function useMoveWork() {
  return useMutation({
    mutationFn: ({ jobId, milestoneId, ...said }: WorkMove) =>
      callApi(moveWork, { jobId: String(jobId), milestoneId: String(milestoneId), ...said }),
    onSuccess: () => refresh('contract'),
  });
}

export function useRequestChange() {
  return useMutation({
    mutationFn: ({ jobId, milestoneId, comment }: { jobId: number; milestoneId: number; comment: string }) =>
      callApi(requestChange, { jobId: String(jobId), milestoneId: String(milestoneId), comment }),
    onSuccess: () => refresh('contract'),
  });
}

export type JobCancel = { jobId: number; comment: string; refundPaise: number; idempotencyKey: string };

export function useCancelJob() {
  return useMutation({
    mutationFn: ({ jobId, comment, refundPaise, idempotencyKey }: JobCancel) =>
      callApi(
        cancelJob,
        { jobId: String(jobId), comment, refundText: toRupees(refundPaise) },
        { idempotencyKey },
      ),
    onSuccess: () => refresh('contract', 'job'),
  });
}

export function useLeaveRating() {
  return useMutation({
    mutationFn: (rating: { jobId: number; aboutId: number; points: number; comment: string }) =>
      callApi(leaveRating, {
        jobId: String(rating.jobId),
        aboutId: String(rating.aboutId),
        points: String(rating.points / POINTS_PER_STAR),
        comment: rating.comment,
      }),
    onSuccess: () => refresh('contract'),
  });
}
