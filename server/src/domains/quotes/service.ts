import { toIstDate } from '@fws/contract/platform/dates';
import type { Page } from '@fws/contract/platform/call';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';
import { buildQuoteParts } from '@fws/contract/quotes/model';
import type { Quote, SubmitQuote } from '@fws/contract/quotes/schemas';
import { loadPageByTime, type LoadedPage, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { attachFile, saveFile, type NewFile } from '../../platform/files.ts';
import { lockMayOffer } from '../../platform/offers.ts';
import { attachPhotos } from '../../platform/photos.ts';
import { looksLikeFraud } from '../../platform/known-fraud.ts';
import { notifyMany, type Notice } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { BY_SYSTEM, type ChangedBy } from '../../platform/transition.ts';
import { markQuoted } from '../invitations/index.ts';
import {
  enqueueRecount,
  incrementQuoteCount,
  isPoster,
  findJob,
  lockJob,
  getQuoteAbility,
  readMaskedTexts,
  type JobRow,
} from '../jobs/index.ts';
import { waitForLook } from './content/service.ts';
import { areBlocked, listBlockedIds } from '../profile/index.ts';
import { notifyQuoteReceived } from './notices.ts';
import { maySeeQuote } from './policy.ts';
import { presentQuotes } from './view.ts';
import { checkDates, checkPayable, checkVisit } from './rules.ts';
import {
  hasLiveQuote,
  insertQuote,
  findQuote,
  lockWaitingQuotes,
  transitionQuotes,
  type DecidedQuote,
  type QuoteRow,
} from './store.ts';
import { listJobQuotes, listWorkerQuotes } from './lists/store.ts';

export async function submitQuote(
  deps: Deps,
  workerId: number,
  command: SubmitQuote,
  upload: NewFile['upload'] | undefined,
): Promise<Outcome<Quote>> {
  const now = deps.ports.clock.now();
  const { bidPaise, term, rows, workScope, startsOn = null, finishBy = null, visit = null } = command;
  const parts = buildQuoteParts({ term, bidPaise, rows });
  const dates = checkDates(command, toIstDate(now));
  if (!dates.ok) return dates;
  const check = async (db: Db | Tx, job: JobRow | null): Promise<Outcome<JobRow>> => {
    const allowed = await checkCanQuote(db, job, workerId, now);
    if (!allowed.ok) return allowed;
    const payable = checkPayable(term, parts, deps.config.paymentLimits);
    if (!payable.ok) return payable;
    const visitable = checkVisit(visit, {
      feeMaxPaise: deps.config.visitFeeMaxPaise,
      limits: deps.config.paymentLimits,
      now,
    });
    return visitable.ok ? allowed : visitable;
  };
  if (upload) {
    // Checked under the lock in any case; before that only to store no file in vain.
    const checked = await check(deps.db, await findJob(deps.db, command.jobId));
    if (!checked.ok) return checked;
  }
  const proposalId = upload ? await saveFile(deps, { ownerId: workerId, subject: 'quote', upload }) : null;

  const submitted = await inTx(deps.db, async (tx): Promise<Outcome<QuoteRow>> => {
    const job = await check(tx, await lockJob(tx, command.jobId));
    if (!job.ok) return job;
    const allowed = await lockMayOffer(tx, workerId);
    if (!allowed.ok) return allowed;
    const quote = await insertQuote(tx, {
      jobId: job.value.id,
      workerId,
      bidPaise,
      term,
      parts,
      workScope,
      startsOn,
      finishBy,
      visit,
      proposalId,
      now,
    });
    if (proposalId) await attachFile(tx, proposalId, quote.id);
    const attached = await attachPhotos(tx, {
      ids: command.photoIds ?? [],
      ownerId: workerId,
      subject: 'quote',
      subjectId: quote.id,
    });
    if (!attached.ok) return attached;
    await incrementQuoteCount(tx, job.value.id);
    await markQuoted(tx, { jobId: job.value.id, workerId, posterId: job.value.poster_id, now });
    if (await mustWait(tx, quote)) return done(await holdFirstQuote(tx, { quote, job: job.value }));
    await notifyQuoteReceived(tx, job.value, quote);
    return done(quote);
  });
  if (!submitted.ok) return submitted;
  const [quote] = await presentQuotes(deps, [submitted.value], workerId);
  if (!quote) throw new Error('a quote that was just submitted is gone');
  return done(quote);
}

/** A first quote that looks like a known fraud reaches the poster after a person has looked at it, or after some hours. */
async function mustWait(tx: Tx, quote: QuoteRow): Promise<boolean> {
  if (!looksLikeFraud([quote.work_scope])) return false;
  const earlier = await tx
    .selectFrom('quote')
    .select('id')
    .where('worker_id', '=', quote.worker_id)
    .where('id', '<>', quote.id)
    .where('held_back', 'is', null)
    .executeTakeFirst();
  return earlier === undefined;
}

async function holdFirstQuote(tx: Tx, waiting: { quote: QuoteRow; job: JobRow }): Promise<QuoteRow> {
  await waitForLook(tx, waiting, waiting.quote.created_at);
  return { ...waiting.quote, state: 'withheld', held_back: 'waiting' };
}

async function checkCanQuote(
  db: Db | Tx,
  job: JobRow | null,
  workerId: number,
  now: Date,
): Promise<Outcome<JobRow>> {
  if (!job) return refuse('not_found', 'jobs.not_found');
  if (await areBlocked(db, workerId, job.poster_id)) return refuse('conflict', 'jobs.not_available');
  const worker = { userId: workerId, hasLiveQuote: await hasLiveQuote(db, job.id, workerId) };
  const ability = getQuoteAbility(job, worker, toIstDate(now));
  if (ability.allowed) return done(job);
  return refuse(ability.reason === 'jobs.own_job' ? 'forbidden' : 'conflict', ability.reason);
}

export async function listOwnQuotes(
  deps: Deps,
  workerId: number,
  params: PageRequest,
): Promise<Outcome<Page<Quote>>> {
  const page = await loadPageByTime(
    params,
    (after) => listWorkerQuotes(deps.db, workerId, { after, limit: params.limit }),
    (row) => [row.created_at, row.id],
  );
  return page.ok ? done(await toQuotePage(deps, page.value, workerId)) : page;
}

/** The quotes on a job, for its poster only. */
export async function listQuoteRequests(
  deps: Deps,
  posterId: number,
  params: PageRequest & { jobId: number },
): Promise<Outcome<Page<Quote>>> {
  const job = await findJob(deps.db, params.jobId);
  if (!job || !isPoster(job, posterId)) return refuse('not_found', 'jobs.not_found');
  const hiddenIds = await listBlockedIds(deps.db, posterId);
  const page = await loadPageByTime(
    params,
    (after) => listJobQuotes(deps.db, job.id, { after, limit: params.limit, hiddenIds }),
    (row) => [row.created_at, row.id],
  );
  return page.ok ? done(await toQuotePage(deps, page.value, posterId)) : page;
}

async function toQuotePage(
  deps: Deps,
  { rows, nextCursor }: LoadedPage<QuoteRow>,
  readerId: number,
): Promise<Page<Quote>> {
  return { items: await presentQuotes(deps, rows, readerId), nextCursor };
}

/**
 * Accepts the quote, dismisses the others on the job and notifies every worker who quoted. The caller awards the job: it
 * must hold the locks of job and quote and have checked both.
 */
export async function acceptQuote(tx: Tx, accepted: { quote: QuoteRow; now: Date }): Promise<void> {
  const { quote, now } = accepted;
  const job = await findJob(tx, quote.job_id);
  if (!job) throw new Error(`quote ${quote.id} has lost its job`);
  const change = { decided_at: now };
  const by: ChangedBy = { role: 'poster', userId: job.poster_id };
  await transitionQuotes(tx, [quote], 'accept', { by, at: now, change });
  const others = await lockWaitingQuotes(tx, job.id);
  await transitionQuotes(tx, others, 'pass_over', { by: BY_SYSTEM, at: now, change });
  const buildNotice = (recipient: DecidedQuote, event: 'accept' | 'pass_over', path: string): Notice => ({
    userId: recipient.worker_id,
    type: getNoticeType(quoteLifecycle, event, 'worker'),
    values: { job: event === 'accept' ? job.title : readMaskedTexts(job).title },
    path,
    dedupeKey: `quote:${recipient.id}:decided`,
  });
  await notifyMany(tx, [
    buildNotice(quote, 'accept', `/myjobsdetail/${job.id}`),
    ...others.map((other) => buildNotice(other, 'pass_over', '/myquotes')),
  ]);
  const users = [job.poster_id, quote.worker_id, ...others.map((other) => other.worker_id)];
  await publish(tx, { users, topic: 'quotes', id: job.id });
}

/** Dismisses the submitted quotes of a cancelled job and notifies their workers. The caller must have locked the job. */
export async function dismissQuotes(tx: Tx, job: JobRow, now: Date): Promise<void> {
  const dismissed = await lockWaitingQuotes(tx, job.id);
  const change = { decided_at: now };
  await transitionQuotes(tx, dismissed, 'drop_with_job', { by: BY_SYSTEM, at: now, change });
  await notifyMany(
    tx,
    dismissed.map((quote) => ({
      userId: quote.worker_id,
      type: getNoticeType(quoteLifecycle, 'drop_with_job', 'worker'),
      values: { job: readMaskedTexts(job).title },
      path: '/myquotes',
      dedupeKey: `quote:${quote.id}:decided`,
    })),
  );
  if (dismissed.length > 0) await enqueueRecount(tx, job.poster_id);
  const users = [job.poster_id, ...dismissed.map((quote) => quote.worker_id)];
  await publish(tx, { users, topic: 'quotes', id: job.id });
}

/** True when this user may read the files of the quote. */
export async function mayReadFiles(db: Db, userId: number, quoteId: number): Promise<boolean> {
  const quote = await findQuote(db, quoteId);
  if (!quote) return false;
  const job = await findJob(db, quote.job_id);
  return job !== null && maySeeQuote(quote, job, userId);
}
