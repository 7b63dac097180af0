import { sql, type Selectable } from 'kysely';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';
import type { QuoteRow as QuotePart } from '@fws/contract/quotes/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import { lockOnOneNode, onNodes, skipLockedOnOneNode, waitOrSkip } from '../../platform/db/nodes.ts';
import type { HoldReason, QuoteTable } from '../../platform/db/tables.ts';
import { createTransition } from '../../platform/transition.ts';
import { toMaskedQuoteColumns } from './masking/rules.ts';

export type QuoteRow = Selectable<QuoteTable>;

/** The columns of a quote that is decided together with others: enough to notify its worker. */
export type DecidedQuote = Pick<QuoteRow, 'id' | 'job_id' | 'worker_id' | 'state'>;

const DECIDED_COLUMNS = [
  'id',
  'job_id',
  'worker_id',
  'state',
] as const satisfies readonly (keyof DecidedQuote)[];

/** States of a quote that may still be accepted or was. */
const LIVE_STATES = ['submitted', 'withheld', 'accepted'] as const;

/** States in which the poster does not see a quote. */
export const HIDDEN_STATES = ['cancelled', 'withheld'] as const;

/** States of a quote that ends with its job. */
const WAITING_STATES = ['submitted', 'withheld'] as const;

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

export async function insertQuote(
  tx: Tx,
  quote: {
    jobId: number;
    workerId: number;
    bidPaise: number;
    term: PaymentTerm;
    parts: QuotePart[];
    workScope: string;
    proposalId: string | null;
    now: Date;
  },
): Promise<QuoteRow> {
  return tx
    .insertInto('quote')
    .values({
      job_id: quote.jobId,
      worker_id: quote.workerId,
      bid_paise: quote.bidPaise,
      term: quote.term,
      ...toTextColumns(quote),
      proposal_id: quote.proposalId,
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
}

/** The quote must be locked before. */
export async function updateQuoteRow(
  tx: Tx,
  { id, job_id: jobId }: QuoteRow,
  offer: Offer,
  now: Date,
): Promise<QuoteRow> {
  return tx
    .updateTable('quote')
    .set({
      bid_paise: offer.bidPaise,
      term: offer.term,
      ...toTextColumns(offer),
      proposal_id: offer.proposalId,
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

/**
 * Locks up to `limit` submitted quotes sent before that time. Skips quotes that another transaction has locked; on several
 * nodes it waits for them.
 */
export async function lockQuotesBefore(tx: Tx, before: Date, limit: number): Promise<DecidedQuote[]> {
  const query = tx
    .selectFrom('quote')
    .select(DECIDED_COLUMNS)
    .where('state', '=', 'submitted')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit);
  return onNodes(tx, {
    one: () => skipLockedOnOneNode(query, 'update').execute(),
    several: async () => lockInStates(tx, await query.execute(), ['submitted']),
  });
}

/**
 * Locks those of these quotes that are in one of the states by an update that changes nothing: several nodes take FOR UPDATE
 * for the rows of one job only.
 */
async function lockInStates(
  tx: Tx,
  quotes: readonly Pick<QuoteRow, 'id' | 'job_id'>[],
  states: readonly QuoteState[],
): Promise<DecidedQuote[]> {
  if (quotes.length === 0) return [];
  return tx
    .updateTable('quote')
    .set((quote) => ({ reminded_at: quote.ref('reminded_at') }))
    .where(matchQuotes(quotes))
    .where('state', 'in', states)
    .returning(DECIDED_COLUMNS)
    .execute();
}

const matchQuotes = (quotes: readonly Pick<QuoteRow, 'id' | 'job_id'>[]) =>
  sql<boolean>`job_id = ANY(${quotes.map((quote) => quote.job_id)}::bigint[])
    AND id = ANY(${quotes.map(({ id }) => id)}::bigint[])`;

/** Marks up to `limit` submitted quotes sent before that time as reminded. Skips locked quotes, on one server. */
export async function markRemindedBefore(
  tx: Tx,
  before: Date,
  limit: number,
  now: Date,
): Promise<QuoteRow[]> {
  const query = tx
    .selectFrom('quote')
    .select(['id', 'job_id'])
    .where('state', '=', 'submitted')
    .where('reminded_at', 'is', null)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit);
  const found = await waitOrSkip(tx, query, 'update');
  if (found.length === 0) return [];
  return tx
    .updateTable('quote')
    .set({ reminded_at: now })
    .where(matchQuotes(found))
    .where('state', '=', 'submitted')
    .where('reminded_at', 'is', null)
    .returningAll()
    .execute();
}

/** Locks the quotes of a job that are submitted or withheld. */
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

/**
 * Locks the quotes of these jobs that are submitted or withheld, up to `limit`. It waits for locked quotes and may then return fewer than remain,
 * so repeat it until it returns none.
 */
export async function lockQuotesOfJobs(
  tx: Tx,
  jobIds: readonly number[],
  limit: number,
): Promise<DecidedQuote[]> {
  const query = tx
    .selectFrom('quote')
    .select(DECIDED_COLUMNS)
    .where(sql<boolean>`job_id = ANY(${jobIds}::bigint[])`)
    .where('state', 'in', WAITING_STATES)
    // The order of the index of live quotes. Ordered by id, PostgreSQL might scan the whole table.
    .orderBy('job_id')
    .orderBy('worker_id')
    .limit(limit);
  return onNodes(tx, {
    one: () => lockOnOneNode(query, 'no key update').execute(),
    several: async () => lockInStates(tx, await query.execute(), WAITING_STATES),
  });
}

/** The quotes of a worker, or those on a job, in this state. Lock their jobs before they are decided. */
export const findQuotesInState = (
  tx: Tx,
  of: { worker_id: number } | { job_id: number },
  state: QuoteState,
): Promise<(DecidedQuote & Pick<QuoteRow, 'created_at'>)[]> =>
  tx
    .selectFrom('quote')
    .select([...DECIDED_COLUMNS, 'created_at'])
    .where((quote) => quote.and(of))
    .where('state', '=', state)
    // What FWS holds back does not come back with its worker. It ends with the job as others do.
    .$if('worker_id' in of, (quotes) => quotes.where('held_back', 'is', null))
    .execute();

/** Those who have a submitted quote on one of these jobs. */
export async function listQuoterIds(tx: Tx, jobIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('quote')
    .select('worker_id')
    .distinct()
    .where(sql<boolean>`job_id = ANY(${[...jobIds]}::bigint[])`)
    .where('state', '=', 'submitted')
    .execute();
  return rows.map((row) => row.worker_id);
}
