import { useMutation } from '@tanstack/react-query';
import {
  acceptQuote,
  askAnotherQuote,
  cancelQuote,
  contractRequests,
  declineQuote,
  myQuotes,
  quoteDetail,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import type { AskAnotherQuoteValues, DeclineQuoteValues } from '@fws/contract/quotes/negotiation/schemas';
import type { Quote, SubmitQuoteValues, UpdateQuoteValues } from '@fws/contract/quotes/schemas';
import { awardedJob, cancelJob, moveFund, paymentLimits } from '@fws/contract/contracts/calls';
import { feeShares } from '@fws/contract/payouts/calls';
import { sharedJobs, thumbsUp } from '@fws/contract/connections/calls';
import { toRupees } from '@fws/contract/platform/money';
import { noteUsefulAction } from '../../platform/background/index.ts';
import { callApi } from '../../platform/client/index.ts';
import { translate } from '../../platform/i18n/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

export const ownQuotePages = () => callPages('quotes', myQuotes, {});
export const quoteQuery = (quoteId: string) => callQuery('quotes', quoteDetail, { quoteId });
export const quoteHistoryQuery = (quoteId: string) => callQuery('quotes', quoteHistory, { quoteId });
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
    onSuccess: () => {
      void refresh('job', 'quotes', 'connections');
      void noteUsefulAction();
    },
  });
}

export function useAcceptQuote() {
  return useMutation({
    mutationFn: ({ quote, idempotencyKey }: { quote: Quote; idempotencyKey: string }) => {
      const values = {
        quoteId: String(quote.id),
        jobId: String(quote.jobId),
        offerVersion: String(quote.offerVersion),
      };
      return callApi(acceptQuote, values, { idempotencyKey });
    },
    onSuccess: () => void refresh('job', 'quotes', 'contract'),
    // The worker may have changed it.
    onError: () => void refresh('quotes'),
  });
}

export function useDeclineQuote() {
  return useMutation({
    mutationFn: (values: DeclineQuoteValues) => callApi(declineQuote, values),
    onSuccess: () => void refresh('job', 'quotes'),
    // The worker may have changed it.
    onError: () => void refresh('quotes'),
  });
}

export function useAskAnother() {
  return useMutation({
    mutationFn: (values: AskAnotherQuoteValues) => callApi(askAnotherQuote, values),
    onSuccess: () => void refresh('job', 'quotes'),
    // The worker may have changed it.
    onError: () => void refresh('quotes'),
  });
}

/** Opens the payment of an accepted quote's first milestone. Null when it is paid already. */
export function useFundFirstMilestone() {
  return useMutation({
    mutationFn: async ({ jobId, idempotencyKey }: { jobId: number; idempotencyKey: string }) => {
      const contract = await callApi(awardedJob, { jobId: String(jobId) });
      const first = contract.milestones[0];
      if (!first) throw new Error(translate('common.something_wrong'));
      const values = {
        jobId: String(jobId),
        milestoneId: String(first.id),
        step: 'funded',
        amountText: toRupees(first.amountPaise),
      } as const;
      return (await callApi(moveFund, values, { idempotencyKey })).paymentLink;
    },
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
    // The poster may have answered it.
    onError: () => void refresh('quotes'),
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
