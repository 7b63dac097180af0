import type { QuoteState } from '@fws/contract/quotes/lifecycle';

/**
 * Only the poster of the job and the worker who sent it may see a quote and its proposal; the worker alone, while the
 * worker is suspended or once the quote was cancelled.
 */
export function maySeeQuote(
  quote: { worker_id: number; state: QuoteState },
  job: { poster_id: number },
  userId: number,
): boolean {
  if (userId === quote.worker_id) return true;
  return userId === job.poster_id && quote.state !== 'cancelled' && quote.state !== 'withheld';
}
