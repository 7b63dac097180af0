import { sql, type Selectable } from 'kysely';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { QuoteRow as QuotePart } from '@fws/contract/quotes/model';
import type { CursorKey } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { QuoteTable } from '../../platform/db/tables.ts';

export type QuoteRow = Selectable<QuoteTable>;

/** The columns of a quote that was decided together with others: enough to notify its worker. */
export type DecidedQuote = Pick<QuoteRow, 'id' | 'job_id' | 'worker_id'>;
const DECIDED_COLUMNS = ['id', 'job_id', 'worker_id'] as const satisfies readonly (keyof DecidedQuote)[];

/** States of a quote that may still be accepted or was. */
const LIVE_STATES = ['submitted', 'accepted'] as const;

export async function findQuote(db: Db | Tx, id: number): Promise<QuoteRow | null> {
  return (await db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Lock the job first, never after the quote. */
export async function lockQuote(tx: Tx, id: number): Promise<QuoteRow | null> {
  const row = await tx
    .selectFrom('quote')
    .selectAll()
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
      parts: JSON.stringify(quote.parts),
      work_scope: quote.workScope,
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
export async function updateQuoteRow(tx: Tx, id: number, offer: Offer, now: Date): Promise<QuoteRow> {
  return tx
    .updateTable('quote')
    .set({
      bid_paise: offer.bidPaise,
      term: offer.term,
      parts: JSON.stringify(offer.parts),
      work_scope: offer.workScope,
      proposal_id: offer.proposalId,
      changed_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The quote must be locked before. */
export async function markCancelled(tx: Tx, id: number, comment: string, now: Date): Promise<void> {
  await tx
    .updateTable('quote')
    .set({ state: 'cancelled', cancel_comment: comment, decided_at: now })
    .where('id', '=', id)
    .execute();
}

/** Lapses up to `limit` submitted quotes sent before that time. Skips quotes that another transaction has locked. */
export async function lapseQuotesBefore(
  tx: Tx,
  before: Date,
  limit: number,
  now: Date,
): Promise<DecidedQuote[]> {
  return tx
    .updateTable('quote')
    .set({ state: 'lapsed', decided_at: now })
    .where('id', 'in', (quotes) =>
      quotes
        .selectFrom('quote')
        .select('id')
        .where('state', '=', 'submitted')
        .where('created_at', '<=', before)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(DECIDED_COLUMNS)
    .execute();
}

/** Marks up to `limit` submitted quotes sent before that time as reminded. Skips locked quotes. */
export async function markRemindedBefore(
  tx: Tx,
  before: Date,
  limit: number,
  now: Date,
): Promise<QuoteRow[]> {
  return tx
    .updateTable('quote')
    .set({ reminded_at: now })
    .where('id', 'in', (quotes) =>
      quotes
        .selectFrom('quote')
        .select('id')
        .where('state', '=', 'submitted')
        .where('reminded_at', 'is', null)
        .where('created_at', '<=', before)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/**
 * Lapses up to `limit` submitted quotes of these jobs. It waits for locked quotes and may then return fewer than remain,
 * so repeat it until it returns none.
 */
export async function lapseJobQuotes(
  tx: Tx,
  jobIds: readonly number[],
  limit: number,
  now: Date,
): Promise<DecidedQuote[]> {
  return tx
    .updateTable('quote')
    .set({ state: 'lapsed', decided_at: now })
    .where('id', 'in', (quotes) =>
      quotes
        .selectFrom('quote')
        .select('id')
        .where(sql<boolean>`job_id = ANY(${jobIds}::bigint[])`)
        .where('state', '=', 'submitted')
        // Follow the order of the index of live quotes. Ordered by id, PostgreSQL might scan the whole table.
        .orderBy('job_id')
        .orderBy('worker_id')
        .limit(limit)
        .forUpdate(),
    )
    .returning(DECIDED_COLUMNS)
    .execute();
}

/** Sets every submitted quote of the job to `not_selected`. The caller must hold the lock of the job. */
export async function dismissJobQuotes(tx: Tx, jobId: number, now: Date): Promise<DecidedQuote[]> {
  return tx
    .updateTable('quote')
    .set({ state: 'not_selected', decided_at: now })
    .where('job_id', '=', jobId)
    .where('state', '=', 'submitted')
    .returning(DECIDED_COLUMNS)
    .execute();
}

/** Accepts the quote and dismisses the other submitted quotes of its job. Returns the others. */
export async function acceptAndDismissOthers(tx: Tx, quote: QuoteRow, now: Date): Promise<DecidedQuote[]> {
  await tx
    .updateTable('quote')
    .set({ state: 'accepted', decided_at: now })
    .where('id', '=', quote.id)
    .execute();
  return dismissJobQuotes(tx, quote.job_id, now);
}

/** Newest first. Returns up to `limit` + 1 rows. */
export async function listWorkerQuotes(db: Db, workerId: number, page: PageQuery): Promise<QuoteRow[]> {
  const query = db.selectFrom('quote').selectAll().where('worker_id', '=', workerId);
  const pageQuery = page.after
    ? query.where(sql<boolean>`(created_at, id) < ${toCursorSql(page.after)}`)
    : query;
  return pageQuery
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Oldest first, without cancelled quotes. Returns up to `limit` + 1 rows. */
export async function listJobQuotes(db: Db, jobId: number, page: PageQuery): Promise<QuoteRow[]> {
  const query = db
    .selectFrom('quote')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '<>', 'cancelled');
  const pageQuery = page.after
    ? query.where(sql<boolean>`(created_at, id) > ${toCursorSql(page.after)}`)
    : query;
  return pageQuery
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit + 1)
    .execute();
}

interface PageQuery {
  after: CursorKey | null;
  limit: number;
}

const toCursorSql = ([createdAt, id]: CursorKey) => sql`(${createdAt}::timestamptz, ${id}::bigint)`;
