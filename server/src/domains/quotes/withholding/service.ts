import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';
import { isPosterTurn, STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyMany, type Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { addToQuoteCounts, loadJobs, lockJobs, readMaskedTexts } from '../../jobs/index.ts';
import { calculateCutoffs, getReturnEvent, getTurnTime } from '../rules.ts';
import { findQuotesInStates, transitionQuotes, type DecidedQuote } from '../store.ts';
import { lockQuotes } from '../timers/store.ts';

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
  const { lapsed } = calculateCutoffs(cause.at);
  const isInTime = (quote: (typeof quotes)[number]) =>
    offeredJobIds.has(quote.job_id) && getTurnTime(quote) > lapsed;
  const [inTime, late] = [quotes.filter(isInTime), quotes.filter((quote) => !isInTime(quote))];
  for (const isPosters of [true, false]) {
    const returned = inTime.filter(({ turn }) => isPosterTurn(turn) === isPosters);
    const [first] = returned;
    if (first) await transitionQuotes(tx, returned, getReturnEvent(first), cause);
  }
  await addToQuoteCounts(tx, toJobIds(inTime), 1);
  await dropQuotes(tx, late, cause);
  await publishChange(tx, posterIds);
}

/** The poster has changed the job, which nobody could have quoted on as it is now. */
export async function dropWithheldQuotes(tx: Tx, jobId: number, now: Date): Promise<void> {
  await lockJobs(tx, [jobId]);
  const found = await findQuotesInStates(tx, { job_id: jobId }, ['withheld']);
  await dropQuotes(tx, await lockQuotes(tx, found, ['withheld']), { by: BY_SYSTEM, at: now });
}

/** Ends withheld quotes and tells their workers. The posters did not see them. The quotes must be locked before. */
export async function dropQuotes(tx: Tx, quotes: readonly DecidedQuote[], cause: Cause): Promise<void> {
  if (quotes.length === 0) return;
  await transitionQuotes(tx, quotes, 'drop_withheld', { ...cause, change: { decided_at: cause.at } });
  const jobs = await loadJobs(tx, toJobIds(quotes));
  const notices = quotes.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    if (!job) return [];
    return [
      {
        userId: quote.worker_id,
        type: getNoticeType(quoteLifecycle, 'drop_withheld', 'worker'),
        values: { job: readMaskedTexts(job).title },
        path: `/myquote/${quote.id}`,
        dedupeKey: `quote:${quote.id}:decided`,
      },
    ];
  });
  await notifyMany(tx, notices);
  await publish(tx, { users: quotes.map((quote) => quote.worker_id), topic: 'quotes', id: null });
}

/** People lock the job of a quote before they decide about it. Timers lock quotes alone, so these are locked, too. */
async function lockWithJobs(tx: Tx, workerId: number, states: readonly QuoteState[]) {
  const found = await findQuotesInStates(tx, { worker_id: workerId }, states);
  const jobs = await lockJobs(tx, toJobIds(found));
  const quotes = await lockQuotes(tx, found, states);
  const jobIds = new Set(jobs.map(({ id }) => id));
  return {
    quotes: quotes.filter((quote) => jobIds.has(quote.job_id) && quote.held_back === null),
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
