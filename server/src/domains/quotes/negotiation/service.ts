import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { AskAnotherQuote, DeclineQuote } from '@fws/contract/quotes/negotiation/schemas';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueueRecount, isPoster, lockJob } from '../../jobs/index.ts';
import { areBlocked } from '../../profile/index.ts';
import { insertAsk, insertDecline, keepFirstOffer } from '../history/store.ts';
import { notifyWorker, type LockedQuote } from '../notices.ts';
import { checkDates, checkOfferVersion, getAnswerAbility } from '../rules.ts';
import { findQuote, isHiddenFromPoster, lockQuote, transitionQuotes } from '../store.ts';

/** Locks the job, then the quote on it. Every decision about a quote locks in this order. */
async function lockReceivedQuote(tx: Tx, quoteId: number, posterId: number): Promise<Outcome<LockedQuote>> {
  const found = await findQuote(tx, quoteId);
  const job = found && (await lockJob(tx, found.job_id));
  if (!found || !job || !isPoster(job, posterId)) return refuse('not_found', 'quotes.not_found');
  const quote = await lockQuote(tx, { id: quoteId, jobId: job.id });
  if (!quote || isHiddenFromPoster(quote)) return refuse('not_found', 'quotes.not_found');
  // Nobody writes to somebody who has blocked them, and the quote is not in the list of the poster.
  if (await areBlocked(tx, posterId, quote.worker_id)) return refuse('not_found', 'quotes.not_found');
  return done({ job, quote });
}

/** The poster does not want this quote. */
export async function declineQuote(
  deps: Deps,
  posterId: number,
  { quoteId, offerVersion, reason, note }: DeclineQuote,
): Promise<Outcome<null>> {
  const at = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const locked = await lockReceivedQuote(tx, quoteId, posterId);
    if (!locked.ok) return locked;
    const { job, quote } = locked.value;
    if (quote.state === 'declined') return done(null);
    const ability = getAnswerAbility('decline', quote, job, posterId);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const current = checkOfferVersion(offerVersion, quote);
    if (!current.ok) return current;
    await keepFirstOffer(tx, quote);
    const by = { role: 'poster' as const, userId: posterId };
    await transitionQuotes(tx, [quote], 'decline', { by, at, change: { decided_at: at } });
    await insertDecline(tx, quote, { reason, note, at });
    await enqueueRecount(tx, posterId);
    await notifyWorker(tx, 'decline', { job, quote });
    return done(null);
  });
}

/** The poster wants other money, parts or dates. It is then the worker's turn, and the offer stands meanwhile. */
export async function askAnotherQuote(
  deps: Deps,
  posterId: number,
  command: AskAnotherQuote,
): Promise<Outcome<null>> {
  const at = deps.ports.clock.now();
  const dates = checkDates(command, toIstDate(at));
  if (!dates.ok) return dates;
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const locked = await lockReceivedQuote(tx, command.quoteId, posterId);
    if (!locked.ok) return locked;
    const { job, quote } = locked.value;
    const ability = getAnswerAbility('ask', quote, job, posterId);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const current = checkOfferVersion(command.offerVersion, quote);
    if (!current.ok) return current;
    await keepFirstOffer(tx, quote);
    const change = {
      turn: quote.turn + 1,
      turn_at: at,
      reminded_at: null,
      seen_at: quote.seen_at ?? at,
      answered_at: quote.answered_at ?? at,
    };
    const by = { role: 'poster' as const, userId: posterId };
    const [asked] = await transitionQuotes(tx, [quote], 'ask', { by, at, change });
    if (!asked) throw new Error(`quote ${quote.id} is gone`);
    await insertAsk(tx, { ...quote, turn: change.turn }, command, at);
    await notifyWorker(tx, 'ask', { job, quote: { ...quote, turn: change.turn } });
    return done(null);
  });
}
