import { useMutation } from '@tanstack/react-query';
import { acceptQuote, contractRequests, myQuotes, submitQuote } from '@fws/contract/quotes/calls';
import type { SubmitQuoteValues } from '@fws/contract/quotes/model';
import { callApi } from '../../platform/client/index.ts';
import { callPages, refresh } from '../../platform/queries/index.ts';

export const ownQuotes = () => callPages('quotes', myQuotes, {});
export const requestsOn = (jobId: string) => callPages('quotes', contractRequests, { jobId });

export function useSubmitQuote() {
  return useMutation({
    mutationFn: (quote: { values: SubmitQuoteValues; proposal: File | undefined }) =>
      callApi(submitQuote, quote.values, { files: { proposal: quote.proposal } }),
    onSuccess: () => void refresh('job', 'quotes'),
  });
}

export function useAcceptQuote() {
  return useMutation({
    mutationFn: ({ quoteId, idempotencyKey }: { quoteId: number; idempotencyKey: string }) =>
      callApi(acceptQuote, { quoteId: String(quoteId) }, { idempotencyKey }),
    onSuccess: () => void refresh('job', 'quotes', 'contract'),
  });
}
