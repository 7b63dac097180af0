import { isDeepStrictEqual } from 'node:util';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { buildQuoteParts } from '@fws/contract/quotes/model';
import { isStanding } from '@fws/contract/quotes/negotiation/model';
import type { Quote, UpdateQuote } from '@fws/contract/quotes/schemas';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { attachFile, removeFile, saveFile, type NewFile } from '../../../platform/files.ts';
import { checkVersion } from '../../../platform/form-version.ts';
import { listPhotoIds, replacePhotos } from '../../../platform/photos.ts';
import { findJob, isPoster, lockJob, decrementQuoteCount } from '../../jobs/index.ts';
import { areBlocked } from '../../profile/index.ts';
import { applyAskedChange } from '../content/service.ts';
import { insertOffer, keepFirstOffer } from '../history/store.ts';
import { notifyQuoteChanged, notifyQuoteSeen, type LockedQuote } from '../notices.ts';
import { isWorker, maySeeQuote } from '../policy.ts';
import { pickEditable, presentQuotes } from '../view.ts';
import { checkDates, checkPayable, checkTurn, checkVisit, getChangeAbility, getEditEvent } from '../rules.ts';
import {
  findQuote,
  lockQuote,
  markSeen,
  readVisit,
  toOfferColumns,
  transitionQuotes,
  updateQuoteRow,
  type Offer,
  type QuoteRow,
} from '../store.ts';

/** Locks the job, then the worker's own quote. Every decision about a quote locks in this order. */
async function lockOwnQuote(tx: Tx, quoteId: number, workerId: number): Promise<Outcome<LockedQuote>> {
  const unlockedQuote = await findQuote(tx, quoteId);
  if (!unlockedQuote || !isWorker(unlockedQuote, workerId)) return refuse('not_found', 'quotes.not_found');
  const job = await lockJob(tx, unlockedQuote.job_id);
  const quote = await lockQuote(tx, { id: quoteId, jobId: unlockedQuote.job_id });
  if (!job || !quote) throw new Error(`quote ${quoteId} has lost its job`);
  return done({ job, quote });
}

/**
 * Writes another version of a quote. Where the poster had asked for another, it is the answer. Where the poster sees it,
 * the poster is notified of the new amount.
 */
export async function updateQuote(
  deps: Deps,
  workerId: number,
  command: UpdateQuote,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<Quote>> {
  const allowed = await checkEdit(deps.db, command.quoteId, workerId);
  if (!allowed.ok) return allowed;
  const { bidPaise, term, rows, workScope } = command;
  const parts = buildQuoteParts({ term, bidPaise, rows });
  const now = deps.ports.clock.now();
  const dates = checkDates(command, toIstDate(now));
  if (!dates.ok) return dates;
  const payable = checkPayable(term, parts, deps.config.paymentLimits);
  if (!payable.ok) return payable;
  const visitable = checkVisit(command.visit ?? null, {
    feeMaxPaise: deps.config.visitFeeMaxPaise,
    limits: deps.config.paymentLimits,
    now,
  });
  if (!visitable.ok) return visitable;
  const newFileId = upload ? await saveFile(deps, { ownerId: workerId, subject: 'quote', upload }) : null;

  const outcome = await inTx(deps.db, async (tx): Promise<Outcome<QuoteRow>> => {
    const locked = await lockOwnQuote(tx, command.quoteId, workerId);
    if (!locked.ok) return locked;
    const { job, quote } = locked.value;
    const ability = getChangeAbility('edit', quote, job, workerId);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    if (await areBlocked(tx, workerId, job.poster_id)) return refuse('conflict', 'jobs.not_available');
    const turn = checkTurn(command.turn, quote);
    if (!turn.ok) return turn;
    const photoIdsNow = await listPhotoIds(tx, 'quote', quote.id);
    const editable = pickEditable(quote, photoIdsNow);
    const unchanged = checkVersion(command.version, editable);
    if (!unchanged.ok) return unchanged;
    const { startsOn = quote.starts_on, finishBy = quote.finish_by } = command;
    if (startsOn && finishBy && finishBy < startsOn) return refuseField('finishBy', 'quotes.dates_order');
    const proposalId = newFileId ?? quote.proposal_id;
    const visit = command.visit === undefined ? readVisit(quote) : command.visit;
    const offer = { bidPaise, term, parts, workScope, startsOn, finishBy, visit, proposalId };
    const edited = pickEditable(toEditedRow(quote, offer), command.photoIds ?? photoIdsNow);
    if (isRepeated(quote, command.note) && isDeepStrictEqual(edited, editable)) return done(quote);
    const updatedQuote = await writeOffer(tx, quote, { offer, note: command.note, workerId, now });
    if (newFileId) {
      await attachFile(tx, newFileId, quote.id);
      if (quote.proposal_id) await removeFile(tx, quote.proposal_id);
    }
    if (command.photoIds) {
      const photos = {
        ids: command.photoIds,
        ownerId: workerId,
        subject: 'quote',
        subjectId: quote.id,
      } as const;
      const replaced = await replacePhotos(tx, photos);
      if (!replaced.ok) return replaced;
    }
    if (quote.held_back === 'change_asked')
      return done(await applyAskedChange(tx, { job, before: quote, after: updatedQuote }, now));
    await notifyQuoteChanged(tx, getEditEvent(quote.state), { job, quote: updatedQuote, now });
    return done(updatedQuote);
  });
  return outcome.ok ? presentQuote(deps, outcome.value, workerId) : outcome;
}

const toEditedRow = (quote: QuoteRow, offer: Offer): QuoteRow => ({
  ...quote,
  ...toOfferColumns(offer),
  parts: offer.parts,
  work_scope: offer.workScope,
});

/**
 * The same offer once more says nothing to a poster whom it waits for. To one who has asked for another, it is the answer,
 * as it is to FWS.
 */
const isRepeated = (quote: QuoteRow, note: string): boolean =>
  note === '' && getEditEvent(quote.state) === 'edit' && quote.held_back !== 'change_asked';

/** An answer to the poster is a turn, and restarts the time. A change of an offer that waits for the poster is none. */
async function writeOffer(
  tx: Tx,
  quote: QuoteRow,
  { offer, note, workerId, now }: { offer: Offer; note: string; workerId: number; now: Date },
): Promise<QuoteRow> {
  await keepFirstOffer(tx, quote);
  const event = getEditEvent(quote.state);
  if (event === 'revise')
    await transitionQuotes(tx, [quote], event, {
      by: { role: 'worker', userId: workerId },
      at: now,
      change: { turn: quote.turn + 1, turn_at: now, reminded_at: null },
    });
  const updatedQuote = await updateQuoteRow(tx, quote, offer, now);
  await insertOffer(tx, updatedQuote, { step: event === 'revise' ? 'revised' : 'edited', note, at: now });
  return updatedQuote;
}

/** Checks before the upload is stored. */
async function checkEdit(db: Db, quoteId: number, workerId: number): Promise<Outcome<null>> {
  const quote = await findQuote(db, quoteId);
  const job = quote && (await findJob(db, quote.job_id));
  if (!quote || !job || !isWorker(quote, workerId)) return refuse('not_found', 'quotes.not_found');
  const ability = getChangeAbility('edit', quote, job, workerId);
  return ability.allowed ? done(null) : refuse('conflict', ability.reason);
}

/** Cancels the quote for its worker, who may send another. */
export async function cancelQuote(
  deps: Deps,
  workerId: number,
  command: { quoteId: number; comment: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const locked = await lockOwnQuote(tx, command.quoteId, workerId);
    if (!locked.ok) return locked;
    const { job, quote } = locked.value;
    if (quote.state === 'cancelled') return done(null);
    const ability = getChangeAbility('cancel', quote, job, workerId);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    await transitionQuotes(tx, [quote], 'cancel', {
      by: { role: 'worker', userId: workerId },
      at: now,
      change: { cancel_comment: command.comment, decided_at: now },
    });
    await decrementQuoteCount(tx, job.id);
    await notifyQuoteChanged(tx, 'cancel', { job, quote, now });
    return done(null);
  });
}

/** One quote, for its worker or the poster of the job. Its worker learns that the poster has opened it. */
export async function findVisibleQuote(
  deps: Deps,
  userId: number,
  { quoteId, isImpersonated }: { quoteId: number; isImpersonated: boolean },
): Promise<Outcome<Quote>> {
  const quote = await findQuote(deps.db, quoteId);
  const job = quote && (await findJob(deps.db, quote.job_id));
  if (!quote || !job || !maySeeQuote(quote, job, userId)) return refuse('not_found', 'quotes.not_found');
  const isFirstSeen = isPoster(job, userId) && !isImpersonated && quote.seen_at === null && isStanding(quote);
  return presentQuote(deps, isFirstSeen ? await openQuote(deps, { job, quote }) : quote, userId);
}

/** For the poster. The worker may have written another version meanwhile, which is not seen then. */
async function openQuote(deps: Deps, { job, quote }: LockedQuote): Promise<QuoteRow> {
  const at = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    if (!(await markSeen(tx, quote, at))) return quote;
    await notifyQuoteSeen(tx, { job, quote });
    return { ...quote, seen_at: at };
  });
}

async function presentQuote(deps: Deps, row: QuoteRow, readerId: number): Promise<Outcome<Quote>> {
  const [quote] = await presentQuotes(deps, [row], readerId);
  if (!quote) throw new Error(`quote ${row.id} cannot be shown`);
  return done(quote);
}
