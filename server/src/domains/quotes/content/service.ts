import { isStanding } from '@fws/contract/quotes/negotiation/model';
import {
  haveTextsChanged,
  keepTexts,
  parseContentId,
  toNotes,
  type Content,
  type ContentOwner,
} from '../../../platform/content.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { HoldReason } from '../../../platform/db/tables.ts';
import { lockMayOffer } from '../../../platform/offers.ts';
import { listPhotoIds } from '../../../platform/photos.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { addToQuoteCounts, findJob, lockJob, readMaskedTexts, type JobRow } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { listSteps } from '../history/store.ts';
import { isHiding, readMaskedQuote } from '../masking/rules.ts';
import { storeUnmasked } from '../masking/store.ts';
import { notifyQuoteChanged, notifyQuoteReceived } from '../notices.ts';
import { maySeeQuote } from '../policy.ts';
import { calculateCutoffs, getReturnEvent, getTurnTime } from '../rules.ts';
import { dropQuotes } from '../withholding/service.ts';
import { findQuote, isWaiting, lockQuote, setHeldBack, transitionQuotes, type QuoteRow } from '../store.ts';

/** Quotes as something that can be reported. Only the poster reads them, while they wait or after they ended. */
export const quoteContent: ContentOwner = {
  async find(db, id, readerId) {
    const quote = await findById(db, id);
    const job = quote && (await findJob(db, quote.job_id));
    if (!quote || !job || readerId === null || !maySeeQuote(quote, job, readerId)) return null;
    const offers = (await listSteps(db, quote)).filter(({ version }) => version !== null);
    return { ...(await toContent(db, quote, job)), notes: toNotes(offers.map(({ note }) => note)) };
  },
  async read(db, id) {
    const quote = await findById(db, id);
    const job = quote && (await findJob(db, quote.job_id));
    return quote && job && toContent(db, quote, job);
  },
  async takeDown(tx, id, cause) {
    const locked = await lockWithJob(tx, id);
    if (!locked || !isWaiting(locked.quote)) return false;
    await holdBack(tx, locked, 'taken_down', cause);
    return true;
  },
  async askChange(tx, id, cause) {
    const locked = await lockWithJob(tx, id);
    if (!locked || !(isStanding(locked.quote) || locked.quote.held_back === 'waiting')) return false;
    await holdBack(tx, locked, 'change_asked', cause);
    return true;
  },
  async putBack(tx, id, cause) {
    const locked = await lockWithJob(tx, id);
    if (!locked?.quote.held_back || locked.quote.state !== 'withheld') return false;
    return offerAgain(tx, locked, cause);
  },
  hidden: {
    async read(db, id) {
      const quote = await findById(db, id);
      if (!quote || !isHiding(quote)) return null;
      const { parts, workScope } = readMaskedQuote(quote);
      return keepTexts(listTexts({ term: quote.term, parts, work_scope: workScope }));
    },
    async show(tx, id) {
      const locked = await lockWithJob(tx, id);
      if (!locked || !isHiding(locked.quote)) return false;
      await storeUnmasked(tx, locked.quote);
      await publishChange(tx, locked);
      return true;
    },
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

/** What the worker wrote. Parts that FWS has named are no words of theirs. */
const listTexts = ({ term, parts, work_scope: scope }: Pick<QuoteRow, 'term' | 'work_scope' | 'parts'>) =>
  [
    ['scope', scope],
    ['description', term === 'milestone' ? parts.map(({ name }) => name).join(', ') : ''],
  ] as const;

async function toContent(db: Db | Tx, quote: QuoteRow, job: JobRow): Promise<Content> {
  const people = await loadPeople(db, [quote.worker_id]);
  return {
    authorId: quote.worker_id,
    // Its worker reads it, too.
    title: readMaskedTexts(job).title,
    texts: keepTexts([['name', people.get(quote.worker_id)?.name ?? ''], ...listTexts(quote)]),
    photoIds: await listPhotoIds(db, 'quote', quote.id),
    conversation: { jobId: job.id, workerId: quote.worker_id },
    path: `/requestlist/${job.id}`,
  };
}

/** The caller must hold the locks. Nobody has decided about the quote. */
export async function holdBack(tx: Tx, { quote, job }: Locked, why: HoldReason, cause: Cause): Promise<void> {
  await transitionQuotes(tx, [quote], 'withhold', cause);
  await setHeldBack(tx, quote, why);
  if (isStanding(quote)) await addToQuoteCounts(tx, [job.id], -1);
  await publishChange(tx, { quote, job });
}

/** Hides a quote until a person has looked at it, or for some hours. The caller must hold the locks. */
export async function waitForLook(tx: Tx, waiting: Locked, at: Date): Promise<void> {
  await holdBack(tx, waiting, 'waiting', { by: BY_SYSTEM, at });
  // The safety domain depends on this one.
  const id = String(waiting.quote.id);
  await enqueue(tx, 'look_at_post', { type: 'quote', id, since: at.toISOString() });
}

/** A quote that FWS asked to change waits for a look once its texts differ. The poster does not see it meanwhile. */
export async function applyAskedChange(
  tx: Tx,
  { job, before, after }: { job: JobRow; before: QuoteRow; after: QuoteRow },
  at: Date,
): Promise<QuoteRow> {
  if (!haveTextsChanged(keepTexts(listTexts(before)), keepTexts(listTexts(after)))) {
    await publishChange(tx, { quote: after, job });
    return after;
  }
  await waitForLook(tx, { quote: after, job }, at);
  return { ...after, held_back: 'waiting' };
}

/** Offers it again where the poster could still accept it, and its worker is not suspended. */
async function offerAgain(tx: Tx, { quote, job }: Locked, cause: Cause): Promise<boolean> {
  await setHeldBack(tx, quote, null);
  // A job that is withheld may be offered again.
  const isOffered = job.state === 'open' || job.state === 'withheld';
  const isInTime = isOffered && getTurnTime(quote) > calculateCutoffs(cause.at).lapsed;
  if (!isInTime) await dropQuotes(tx, [quote], cause);
  else if ((await lockMayOffer(tx, quote.worker_id)).ok) {
    await transitionQuotes(tx, [quote], getReturnEvent(quote), cause);
    await addToQuoteCounts(tx, [job.id], 1);
    // Once for each quote: one that had waited was not announced.
    await notifyQuoteReceived(tx, job, quote);
    // A first quote that waits is never edited.
    if (quote.held_back === 'waiting' && quote.changed_at !== null)
      await notifyQuoteChanged(tx, 'edit', { job, quote, now: cause.at });
  }
  await publishChange(tx, { quote, job });
  return true;
}

const publishChange = (tx: Tx, { quote, job }: Locked): Promise<void> =>
  publish(tx, { users: [job.poster_id, quote.worker_id], topic: 'quotes', id: job.id });
