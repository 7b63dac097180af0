import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyMany, type Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { enqueueRecount, loadJobs, readMaskedTexts, type JobRow } from '../../jobs/index.ts';
import { checkBlockedPairs, loadPeople, type PersonRow } from '../../profile/index.ts';
import { calculateLapseTime, getTurnTime } from '../rules.ts';
import { transitionQuotes, type DecidedQuote, type QuoteRow } from '../store.ts';

/** The quotes must be locked before. Tells their workers, and posters who wait for another offer. */
export async function lapseQuotes(tx: Tx, quotes: readonly DecidedQuote[], now: Date): Promise<void> {
  await transitionQuotes(tx, quotes, 'lapse', { by: BY_SYSTEM, at: now, change: { decided_at: now } });
  const jobs = await loadQuoteJobs(tx, quotes);
  const notices = quotes.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    if (!job) return [];
    return [
      {
        userId: quote.worker_id,
        type: getNoticeType(quoteLifecycle, 'lapse', 'worker'),
        values: { job: readMaskedTexts(job).title },
        path: '/myquotes',
        dedupeKey: `quote:${quote.id}:decided`,
      },
    ];
  });
  await notifyMany(tx, [...notices, ...(await listUnrevised(tx, quotes, jobs))]);
  for (const posterId of new Set([...jobs.values()].map((job) => job.poster_id)))
    await enqueueRecount(tx, posterId);
  await publishChanges(tx, quotes, jobs);
}

/** What posters are told of workers who have not answered them, as they were before they lapsed. */
async function listUnrevised(
  tx: Tx,
  quotes: readonly DecidedQuote[],
  jobs: ReadonlyMap<number, JobRow>,
): Promise<Notice[]> {
  const asked = quotes.filter(({ state }) => state === 'asked');
  return (await listAnswerable(tx, asked, jobs)).map(({ quote, job, worker }): Notice => ({
    userId: job.poster_id,
    type: getNoticeType(quoteLifecycle, 'lapse', 'poster'),
    values: { worker, job: job.title },
    path: `/requestlist/${job.id}`,
    dedupeKey: `quote:${quote.id}:not_revised`,
  }));
}

/** Reminds the poster of offers, and the worker of what the poster has asked for. */
export async function remindOfQuotes(tx: Tx, quotes: readonly QuoteRow[]): Promise<void> {
  const jobs = await loadQuoteJobs(tx, quotes);
  const offered = quotes.filter(({ state }) => state === 'submitted');
  const workers = await loadPeople(
    tx,
    offered.map((quote) => quote.worker_id),
  );
  const toPosters = offered.flatMap((quote): Notice[] => {
    const job = jobs.get(quote.job_id);
    // The poster of a withheld job cannot answer.
    if (!job || job.state === 'withheld') return [];
    return [
      {
        userId: job.poster_id,
        type: 'quote_reminder',
        values: { worker: getName(workers, quote), ...describe(quote), job: job.title },
        path: `/requestlist/${job.id}`,
        dedupeKey: buildReminderKey(quote),
      },
    ];
  });
  const asked = quotes.filter(({ state }) => state === 'asked');
  const toWorkers = (await listAnswerable(tx, asked, jobs)).map(({ quote, job }): Notice => ({
    userId: quote.worker_id,
    type: 'quote_revise_reminder',
    values: { ...describe(quote), job: readMaskedTexts(job).title },
    path: `/myquote/${quote.id}`,
    dedupeKey: buildReminderKey(quote),
  }));
  await notifyMany(tx, [...toPosters, ...toWorkers]);
}

const describe = (quote: QuoteRow) => ({
  amount: formatRupees(quote.bid_paise),
  time: calculateLapseTime(getTurnTime(quote)).toISOString(),
});

const buildReminderKey = ({ id, turn }: QuoteRow): string =>
  `quote:${id}:reminder${turn > 1 ? `:${turn}` : ''}`;

/** Those that their workers could answer: on open jobs of posters on their side of a block. */
async function listAnswerable<Quote extends DecidedQuote>(
  tx: Tx,
  quotes: readonly Quote[],
  jobs: ReadonlyMap<number, JobRow>,
): Promise<{ quote: Quote; job: JobRow; worker: string }[]> {
  const open = quotes.flatMap((quote) => {
    const job = jobs.get(quote.job_id);
    return job?.state === 'open' ? [{ quote, job }] : [];
  });
  if (open.length === 0) return [];
  const blocked = await checkBlockedPairs(
    tx,
    open.map(({ quote, job }) => [job.poster_id, quote.worker_id] as const),
  );
  const workers = await loadPeople(
    tx,
    open.map(({ quote }) => quote.worker_id),
  );
  return open
    .filter((_, index) => !blocked[index])
    .map((pair) => ({ ...pair, worker: getName(workers, pair.quote) }));
}

const getName = (people: ReadonlyMap<number, PersonRow>, quote: DecidedQuote): string =>
  people.get(quote.worker_id)?.name ?? '';

const loadQuoteJobs = (tx: Tx, quotes: readonly DecidedQuote[]) =>
  loadJobs(
    tx,
    quotes.map((quote) => quote.job_id),
  );

/** Refreshes the screens that show one of these quotes. */
async function publishChanges(
  tx: Tx,
  quotes: readonly DecidedQuote[],
  jobs: ReadonlyMap<number, JobRow>,
): Promise<void> {
  const users = new Set(
    quotes.flatMap((quote) => [quote.worker_id, jobs.get(quote.job_id)?.poster_id ?? quote.worker_id]),
  );
  if (users.size > 0) await publish(tx, { users: [...users], topic: 'quotes', id: null });
}
