import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { isPosterTurn, STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import type { Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { addToQuoteCounts, lockJobs } from '../../jobs/index.ts';
import { calculateDeadlines, getReturnEvent, getTurnTime } from '../rules.ts';
import { findQuotesInStates, transitionQuotes } from '../store.ts';

// The standing quotes of a suspended person are withheld: their posters neither see nor count nor accept them. They end
// with their jobs as others do, and the rest is offered again if the person is restored before it would have lapsed.

export async function withholdQuotes(tx: Tx, workerId: number, cause: Cause): Promise<void> {
  const { quotes, posterIds } = await lockWithJobs(tx, workerId, STANDING_STATES);
  await transitionQuotes(tx, quotes, 'withhold', cause);
  await addToQuoteCounts(tx, toJobIds(quotes), -1);
  await publishChange(tx, posterIds);
}

export async function offerQuotesAgain(tx: Tx, workerId: number, cause: Cause): Promise<void> {
  const { quotes, posterIds, offeredJobIds } = await lockWithJobs(tx, workerId, ['withheld']);
  const { lapsed } = calculateDeadlines(cause.at);
  const isInTime = (quote: (typeof quotes)[number]) =>
    offeredJobIds.has(quote.job_id) && getTurnTime(quote) > lapsed;
  const [inTime, late] = [quotes.filter(isInTime), quotes.filter((quote) => !isInTime(quote))];
  for (const isPosters of [true, false]) {
    const returned = inTime.filter(({ turn }) => isPosterTurn(turn) === isPosters);
    const [first] = returned;
    if (first) await transitionQuotes(tx, returned, getReturnEvent(first), cause);
  }
  await addToQuoteCounts(tx, toJobIds(inTime), 1);
  await transitionQuotes(tx, late, 'drop_withheld', { ...cause, change: { decided_at: cause.at } });
  await publishChange(tx, posterIds);
}

/** The poster has changed the job, which nobody could have quoted on as it is now. */
export async function dropWithheldQuotes(tx: Tx, jobId: number, now: Date): Promise<void> {
  await lockJobs(tx, [jobId]);
  const quotes = await findQuotesInStates(tx, { job_id: jobId }, ['withheld']);
  const change = { decided_at: now };
  await transitionQuotes(tx, quotes, 'drop_withheld', { by: BY_SYSTEM, at: now, change });
}

/** Every decision about a quote locks its job first, so none of these changes once its job is locked. */
async function lockWithJobs(tx: Tx, workerId: number, states: readonly QuoteState[]) {
  const found = await findQuotesInStates(tx, { worker_id: workerId }, states);
  const jobs = await lockJobs(tx, toJobIds(found));
  const quotes = found.length > 0 ? await findQuotesInStates(tx, { worker_id: workerId }, states) : [];
  const jobIds = new Set(jobs.map(({ id }) => id));
  return {
    quotes: quotes.filter((quote) => jobIds.has(quote.job_id)),
    posterIds: [...new Set(jobs.map((job) => job.poster_id))],
    offeredJobIds: new Set(
      jobs.filter((job) => job.state === 'open' || job.state === 'withheld').map(({ id }) => id),
    ),
  };
}

const toJobIds = (quotes: readonly { job_id: number }[]): number[] => quotes.map((quote) => quote.job_id);

async function publishChange(tx: Tx, posterIds: readonly number[]): Promise<void> {
  if (posterIds.length > 0) await publish(tx, { users: [...posterIds], topic: 'quotes', id: null });
}
