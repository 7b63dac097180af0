import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';
import type { Tx } from '../../platform/db/index.ts';
import { notify, notifyMany, type Notice } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { readMaskedTexts, type JobRow } from '../jobs/index.ts';
import { loadPeople } from '../profile/index.ts';
import type { QuoteRow } from './store.ts';

export interface LockedQuote {
  job: JobRow;
  quote: QuoteRow;
}

/** Tells the poster. Once for each quote. */
export async function notifyQuoteReceived(tx: Tx, job: JobRow, quote: QuoteRow): Promise<void> {
  const worker = (await loadPeople(tx, [quote.worker_id])).get(quote.worker_id);
  await notify(tx, {
    userId: job.poster_id,
    type: 'quote_received',
    values: { worker: worker?.name ?? '', amount: formatRupees(quote.bid_paise), job: job.title },
    path: `/requestlist/${job.id}`,
    dedupeKey: `quote:${quote.id}:received`,
  });
  await publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'quotes', id: job.id });
}

/** Tells the poster of each change, and of each answer to what the poster asked for. */
export async function notifyQuoteChanged(
  tx: Tx,
  event: 'edit' | 'revise' | 'cancel',
  { job, quote, now }: { job: JobRow; quote: QuoteRow; now: Date },
): Promise<void> {
  const worker = (await loadPeople(tx, [quote.worker_id])).get(quote.worker_id);
  const type = getNoticeType(quoteLifecycle, event, 'poster');
  await notify(tx, {
    userId: job.poster_id,
    type,
    values: { worker: worker?.name ?? '', amount: formatRupees(quote.bid_paise), job: job.title },
    path: `/requestlist/${job.id}`,
    dedupeKey: `${type}:${quote.id}:${now.getTime()}`,
  });
  await publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'quotes', id: job.id });
}

/** Tells the worker what the poster answered. Once for each turn. */
export async function notifyWorker(
  tx: Tx,
  event: 'ask' | 'decline',
  { job, quote }: LockedQuote,
): Promise<void> {
  const type = getNoticeType(quoteLifecycle, event, 'worker');
  await notify(tx, {
    userId: quote.worker_id,
    type,
    values: { amount: formatRupees(quote.bid_paise), job: readMaskedTexts(job).title },
    path: `/myquote/${quote.id}`,
    dedupeKey: `${type}:${quote.id}:${quote.turn}`,
  });
  await publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'quotes', id: job.id });
}

/** Refreshes what its worker sees. The poster has opened it, which is no reason to notify anybody. */
export const notifyQuoteSeen = (tx: Tx, { job, quote }: LockedQuote): Promise<void> =>
  publish(tx, { users: [quote.worker_id], topic: 'quotes', id: job.id });

/** Tells those whose quotes were made for the job as it was before FWS asked to change it. */
export async function notifyJobChanged(
  tx: Tx,
  job: JobRow,
  quotes: readonly Pick<QuoteRow, 'id' | 'worker_id'>[],
  shownAt: string,
): Promise<void> {
  const notices = quotes.map(({ id, worker_id: userId }): Notice => ({
    userId,
    type: 'job_changed',
    values: { job: readMaskedTexts(job).title },
    path: `/myquote/${id}`,
    dedupeKey: `quote:${id}:job_changed:${shownAt}`,
  }));
  await notifyMany(tx, notices);
  if (notices.length > 0)
    await publish(tx, { users: notices.map(({ userId }) => userId), topic: 'quotes', id: job.id });
}
