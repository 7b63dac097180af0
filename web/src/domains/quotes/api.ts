import { useMutation } from '@tanstack/react-query';
import {
  acceptQuote,
  cancelQuote,
  contractRequests,
  myQuotes,
  quoteDetail,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import type { SubmitQuoteValues, UpdateQuoteValues } from '@fws/contract/quotes/schemas';
import { cancelJob, paymentLimits } from '@fws/contract/contracts/calls';
import { feeShares } from '@fws/contract/payouts/calls';
import { sharedJobs, thumbsUp } from '@fws/contract/connections/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

export const ownQuotePages = () => callPages('quotes', myQuotes, {});
export const quoteQuery = (quoteId: string) => callQuery('quotes', quoteDetail, { quoteId });
export const sharedJobPages = () => callPages('connections', sharedJobs, {});
/** The shares deducted from a release, so that nobody quotes without knowing them. */
export const feeSharesQuery = () => callQuery('settings', feeShares, {});
/** What can be paid at once, so that nobody asks for a part that cannot be funded. */
export const paymentLimitsQuery = () => callQuery('settings', paymentLimits, {});
export const requestPages = (jobId: string) => callPages('quotes', contractRequests, { jobId });

export function useSubmitQuote() {
  return useMutation({
    mutationFn: (quote: { values: SubmitQuoteValues; proposal: File | undefined }) =>
      callApi(submitQuote, quote.values, { files: { proposal: quote.proposal } }),
    onSuccess: () => void refresh('job', 'quotes', 'connections'),
  });
}

export function useAcceptQuote() {
  return useMutation({
    mutationFn: ({ quoteId, idempotencyKey }: { quoteId: number; idempotencyKey: string }) =>
      callApi(acceptQuote, { quoteId: String(quoteId) }, { idempotencyKey }),
    onSuccess: () => void refresh('job', 'quotes', 'contract'),
  });
}

export function useThumbsUp() {
  return useMutation({
    mutationFn: (shareId: number) => callApi(thumbsUp, { shareId: String(shareId), up: 'Yes' }),
    onSuccess: () => refresh('connections'),
  });
}

export function useUpdateQuote() {
  return useMutation({
    mutationFn: (quote: { values: UpdateQuoteValues; proposal: File | undefined }) =>
      callApi(updateQuote, quote.values, { files: { proposal: quote.proposal } }),
    onSuccess: () => void refresh('quotes'),
  });
}

export function useCancelQuote() {
  return useMutation({
    mutationFn: (quote: { quoteId: number; comment: string }) =>
      callApi(cancelQuote, { quoteId: String(quote.quoteId), comment: quote.comment }),
    onSuccess: () => void refresh('job', 'quotes', 'connections'),
  });
}

/** Cancelling an open job needs no reason and refunds nothing. */
export function useCancelOpenJob() {
  return useMutation({
    mutationFn: (jobId: number) => callApi(cancelJob, { jobId: String(jobId), comment: '', refundText: '' }),
    onSuccess: () => refresh('job', 'quotes'),
  });
}
