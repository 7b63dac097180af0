import { sql, type Selectable } from 'kysely';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';
import type { QuoteRow as QuotePart } from '@fws/contract/quotes/model';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import type { VisitOffer } from '@fws/contract/visits/offer';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { HoldReason, QuoteTable } from '../../platform/db/tables.ts';
import { createTransition } from '../../platform/transition.ts';
import { toMaskedQuoteColumns } from './masking/rules.ts';

export type QuoteRow = Selectable<QuoteTable>;

/** The columns of a quote that is decided together with others: enough to notify its worker. */
export type DecidedQuote = Pick<QuoteRow, 'id' | 'job_id' | 'worker_id' | 'state'>;

export const DECIDED_COLUMNS = [
  'id',
  'job_id',
  'worker_id',
  'state',
] as const satisfies readonly (keyof DecidedQuote)[];

/** States of a quote that may still be accepted or was. */
const LIVE_STATES = [...STANDING_STATES, 'withheld', 'accepted'] as const;

/** States in which the poster does not see a quote. */
export const HIDDEN_STATES = ['cancelled', 'withheld'] as const;

/** States of a quote that ends with its job, or with its time. */
export const WAITING_STATES = [...STANDING_STATES, 'withheld'] as const;

const includes = (states: readonly QuoteState[], { state }: { state: QuoteState }): boolean =>
  states.includes(state);

/** Nobody has decided about it. */
export const isWaiting = (quote: { state: QuoteState }): boolean => includes(WAITING_STATES, quote);

export const isHiddenFromPoster = (quote: { state: QuoteState }): boolean => includes(HIDDEN_STATES, quote);

export async function findQuote(db: Db | Tx, id: number): Promise<QuoteRow | null> {
  return (await db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Lock the job first, never after the quote. */
export async function lockQuote(
  tx: Tx,
  { id, jobId }: { id: number; jobId: number },
): Promise<QuoteRow | null> {
  const row = await tx
    .selectFrom('quote')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function hasLiveQuote(db: Db | Tx, jobId: number, workerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('quote')
    .select('id')
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .where('state', 'in', LIVE_STATES)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the worker wrote, and its masked form. */
const toTextColumns = (texts: Pick<Offer, 'parts' | 'workScope'>) => ({
  parts: JSON.stringify(texts.parts),
  work_scope: texts.workScope,
  ...toMaskedQuoteColumns(texts),
});

/** Apart from its texts, which are stored masked, too. */
export const toOfferColumns = ({ bidPaise, term, proposalId, startsOn, finishBy, visit }: Offer) => ({
  bid_paise: bidPaise,
  term,
  proposal_id: proposalId,
  starts_on: startsOn,
  finish_by: finishBy,
  visit_date: visit?.date ?? null,
  visit_window: visit?.window ?? null,
  visit_fee_paise: visit?.feePaise ?? 0,
});

/** Null: the quote states no visit. */
export const readVisit = (quote: Pick<QuoteRow, 'visit_date' | 'visit_window' | 'visit_fee_paise'>) =>
  quote.visit_date === null || quote.visit_window === null
    ? null
    : { date: quote.visit_date, window: quote.visit_window, feePaise: quote.visit_fee_paise };

export async function insertQuote(
  tx: Tx,
  quote: Offer & { jobId: number; workerId: number; now: Date },
): Promise<QuoteRow> {
  return tx
    .insertInto('quote')
    .values({
      job_id: quote.jobId,
      worker_id: quote.workerId,
      ...toOfferColumns(quote),
      ...toTextColumns(quote),
      created_at: quote.now,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Offer {
  bidPaise: number;
  term: PaymentTerm;
  parts: QuotePart[];
  workScope: string;
  proposalId: string | null;
  startsOn: string | null;
  finishBy: string | null;
  visit: VisitOffer | null;
}

/** Writes another version, which the poster has not opened. The quote must be locked before. */
export async function updateQuoteRow(
  tx: Tx,
  { id, job_id: jobId, version }: QuoteRow,
  offer: Offer,
  now: Date,
): Promise<QuoteRow> {
  return tx
    .updateTable('quote')
    .set({
      ...toOfferColumns(offer),
      ...toTextColumns(offer),
      version: version + 1,
      seen_at: null,
      changed_at: now,
    })
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The quote must be locked before. */
export async function setHeldBack(
  tx: Tx,
  { id, job_id: jobId }: Pick<QuoteRow, 'id' | 'job_id'>,
  heldBack: HoldReason | null,
): Promise<void> {
  await tx
    .updateTable('quote')
    .set({ held_back: heldBack })
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .execute();
}

/** The quotes must be locked before. */
export const transitionQuotes = createTransition({
  lifecycle: quoteLifecycle,
  table: 'quote',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'state',
  toSubject: ({ id, job_id: jobId }: Pick<QuoteRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'quote',
    subjectId: id,
    jobId,
  }),
});

/** Locks the quotes of a job that nobody has decided about. */
export async function lockWaitingQuotes(tx: Tx, jobId: number): Promise<DecidedQuote[]> {
  return (
    tx
      .selectFrom('quote')
      .select(DECIDED_COLUMNS)
      .where('job_id', '=', jobId)
      .where('state', 'in', WAITING_STATES)
      // Follow the order of the index of live quotes. Ordered by id, PostgreSQL might scan the whole table.
      .orderBy('worker_id')
      .forNoKeyUpdate()
      .execute()
  );
}

/** The quotes of a worker, or those on a job, in these states. Lock their jobs and them before they are decided. */
export const findQuotesInStates = (
  tx: Tx,
  of: { worker_id: number } | { job_id: number },
  states: readonly QuoteState[],
): Promise<DecidedQuote[]> =>
  tx
    .selectFrom('quote')
    .select(DECIDED_COLUMNS)
    .where((quote) => quote.and(of))
    .where('state', 'in', states)
    // What FWS holds back does not come back with its worker. It ends with the job as others do.
    .$if('worker_id' in of, (quotes) => quotes.where('held_back', 'is', null))
    .execute();

/** Those who have a quote on one of these jobs that can be accepted. */
export async function listQuoterIds(tx: Tx, jobIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('quote')
    .select('worker_id')
    .distinct()
    .where(sql<boolean>`job_id = ANY(${[...jobIds]}::bigint[])`)
    .where('state', 'in', STANDING_STATES)
    .execute();
  return rows.map((row) => row.worker_id);
}

/** The poster opens this version. False: it was opened before, or is no longer the newest. */
export async function markSeen(tx: Tx, { id, job_id: jobId, version }: QuoteRow, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('quote')
    .set({ seen_at: at })
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('seen_at', 'is', null)
    .where('state', 'in', STANDING_STATES)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
