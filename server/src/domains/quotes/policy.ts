import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { isPoster } from '../jobs/index.ts';

/** Whether the user sent the quote. */
export const isWorker = (quote: { worker_id: number }, userId: number): boolean => quote.worker_id === userId;

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
  return isPoster(job, userId) && quote.state !== 'cancelled' && quote.state !== 'withheld';
}
