import { useMutation } from '@tanstack/react-query';
import {
  answerSplit,
  awardedJob,
  cancelJob,
  escrowPaymentStatus,
  exploreMyJobs,
  moveFund,
  moveWork,
  proposeSplit,
  requestChange,
} from '@fws/contract/contracts/calls';
import { type FundStep, type SplitAnswer, type WorkStep } from '@fws/contract/contracts/model';
import type { Excuse } from '@fws/contract/visits/model';
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

export type JobCancel = {
  jobId: number;
  comment: string;
  refundPaise: number;
  excuse: Excuse | null;
  idempotencyKey: string;
};

export function useCancelJob() {
  return useMutation({
    mutationFn: ({ jobId, comment, refundPaise, excuse, idempotencyKey }: JobCancel) =>
      callApi(
        cancelJob,
        { jobId: String(jobId), comment, refundText: toRupees(refundPaise), excuse: excuse ?? '' },
        { idempotencyKey },
      ),
    onSuccess: () => refresh('contract', 'job'),
  });
}

export type SplitProposal = {
  milestoneId: number;
  workerPaise: number;
  comment: string;
  /** Of the split as it is on screen, so that nobody answers a sum that they did not see. */
  version: number;
  idempotencyKey: string;
};

export function useProposeSplit() {
  return useMutation({
    mutationFn: ({ milestoneId, workerPaise, comment, version, idempotencyKey }: SplitProposal) =>
      callApi(
        proposeSplit,
        {
          milestoneId: String(milestoneId),
          workerText: toRupees(workerPaise),
          comment,
          version: String(version),
        },
        { idempotencyKey },
      ),
    // A stale proposal is refused: the screen then shows the current one.
    onSettled: () => refresh('contract', 'job'),
  });
}

export type SplitReply = Omit<SplitProposal, 'milestoneId' | 'workerPaise'> & {
  splitId: number;
  answer: SplitAnswer;
  /** The other sum; null with the other answers. */
  workerPaise: number | null;
};

export function useAnswerSplit() {
  return useMutation({
    mutationFn: ({ splitId, answer, workerPaise, comment, version, idempotencyKey }: SplitReply) =>
      callApi(
        answerSplit,
        {
          splitId: String(splitId),
          answer,
          workerText: workerPaise === null ? '' : toRupees(workerPaise),
          comment,
          version: String(version),
        },
        { idempotencyKey },
      ),
    onSettled: () => refresh('contract', 'job'),
  });
}
