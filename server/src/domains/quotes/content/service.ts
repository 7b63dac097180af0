import { keepTexts, parseContentId, type Content, type ContentOwner } from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { lockMayOffer } from '../../../platform/offers.ts';
import { listPhotoIds } from '../../../platform/photos.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { addToQuoteCounts, findJob, lockJob, type JobRow } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { notifyQuoteReceived } from '../notices.ts';
import { maySeeQuote } from '../policy.ts';
import { calculateDeadlines } from '../rules.ts';
import { findQuote, lockQuote, setHeldBack, transitionQuotes, type QuoteRow } from '../store.ts';

/** Quotes as something that can be reported. Only the poster reads them, while they wait or after they ended. */
export const quoteContent: ContentOwner = {
  async find(db, id, readerId) {
    const quote = await findById(db, id);
    const job = quote && (await findJob(db, quote.job_id));
    if (!quote || !job || readerId === null || !maySeeQuote(quote, job, readerId)) return null;
    return toContent(db, quote, job);
  },
  async read(db, id) {
    const quote = await findById(db, id);
    const job = quote && (await findJob(db, quote.job_id));
    return quote && job && toContent(db, quote, job);
  },
  async takeDown(tx, id, cause) {
    const locked = await lockWithJob(tx, id);
    if (!locked || (locked.quote.state !== 'submitted' && locked.quote.state !== 'withheld')) return false;
    await holdBack(tx, locked, 'taken_down', cause);
    return true;
  },
  async putBack(tx, id, cause) {
    const locked = await lockWithJob(tx, id);
    if (!locked?.quote.held_back || locked.quote.state !== 'withheld') return false;
    return offerAgain(tx, locked, cause);
  },
};

interface Locked {
  quote: QuoteRow;
  job: JobRow;
}

const findById = (db: Db | Tx, id: string) => {
  const quoteId = parseContentId(id);
  return quoteId === null ? Promise.resolve(null) : findQuote(db, quoteId);
};

async function lockWithJob(tx: Tx, id: string): Promise<Locked | null> {
  const found = await findById(tx, id);
  const job = found && (await lockJob(tx, found.job_id));
  const quote = found && (await lockQuote(tx, { id: found.id, jobId: found.job_id }));
  return quote && job && { quote, job };
}

async function toContent(db: Db | Tx, quote: QuoteRow, job: JobRow): Promise<Content> {
  const people = await loadPeople(db, [quote.worker_id]);
  return {
    authorId: quote.worker_id,
    title: job.title,
    texts: keepTexts([
      ['name', people.get(quote.worker_id)?.name ?? ''],
      ['scope', quote.work_scope],
      ['description', quote.parts.map(({ name }) => name).join(', ')],
    ]),
    photoIds: await listPhotoIds(db, 'quote', quote.id),
    path: `/requestlist/${job.id}`,
  };
}

/** The caller must hold the locks. The quote is submitted or withheld. */
export async function holdBack(
  tx: Tx,
  { quote, job }: Locked,
  why: 'taken_down' | 'waiting',
  cause: Cause,
): Promise<void> {
  await transitionQuotes(tx, [quote], 'withhold', cause);
  await setHeldBack(tx, quote, why);
  if (quote.state === 'submitted') await addToQuoteCounts(tx, [job.id], -1);
  await publishChange(tx, { quote, job });
}

/** Offers it again where the poster could still accept it, and its worker is not suspended. */
async function offerAgain(tx: Tx, { quote, job }: Locked, cause: Cause): Promise<boolean> {
  await setHeldBack(tx, quote, null);
  const isInTime = job.state === 'open' && quote.created_at > calculateDeadlines(cause.at).lapsed;
  if (!isInTime)
    await transitionQuotes(tx, [quote], 'drop_withheld', { ...cause, change: { decided_at: cause.at } });
  else if ((await lockMayOffer(tx, quote.worker_id)).ok) {
    await transitionQuotes(tx, [quote], 'offer_again', cause);
    await addToQuoteCounts(tx, [job.id], 1);
    // Once for each quote: one that had waited was not announced.
    await notifyQuoteReceived(tx, job, quote);
  }
  await publishChange(tx, { quote, job });
  return true;
}

const publishChange = (tx: Tx, { quote, job }: Locked): Promise<void> =>
  publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'quotes', id: job.id });
