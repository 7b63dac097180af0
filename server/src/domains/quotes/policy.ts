import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { isPoster } from '../jobs/index.ts';
import { isHiddenFromPoster } from './store.ts';

/** Whether the user sent the quote. */
export const isWorker = (quote: { worker_id: number }, userId: number): boolean => quote.worker_id === userId;

/** What a worker wrote is shown without contact data before award, except to the worker. */
export const mayReadOriginal = (quote: { worker_id: number; state: QuoteState }, userId: number): boolean =>
  isWorker(quote, userId) || quote.state === 'accepted';

/** The same of a step in the history of a quote, which either side may have written. */
export const mayReadStep = (
  step: { version: number | null },
  quote: { worker_id: number; state: QuoteState },
  userId: number,
): boolean => quote.state === 'accepted' || (step.version !== null) === isWorker(quote, userId);

/**
 * Only the poster of the job and the worker who sent it may see a quote and its proposal; the worker alone, while the
 * worker is suspended or once the quote was cancelled.
 */
export function maySeeQuote(
  quote: { worker_id: number; state: QuoteState },
  job: { poster_id: number },
  userId: number,
): boolean {
  if (isWorker(quote, userId)) return true;
  return isPoster(job, userId) && !isHiddenFromPoster(quote);
}
