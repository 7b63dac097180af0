import { sql } from 'kysely';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { lockOnOneNode, onNodes, skipLockedOnOneNode, waitOrSkip } from '../../../platform/db/nodes.ts';
import { DECIDED_COLUMNS, WAITING_STATES, type DecidedQuote, type QuoteRow } from '../store.ts';

/** When the last turn of a quote was. A former version writes no time of the first. */
const TURN_TIME = sql<Date>`coalesce(turn_at, created_at)`;

/** A quote with what decides whether it would have lapsed. */
export type TimedQuote = DecidedQuote & Pick<QuoteRow, 'created_at' | 'turn' | 'turn_at' | 'held_back'>;
const TIMED_COLUMNS = [...DECIDED_COLUMNS, 'created_at', 'turn', 'turn_at', 'held_back'] as const;

export const buildDueQuery = (db: Db | Tx, states: readonly QuoteState[], before: Date, limit: number) =>
  db
    .selectFrom('quote')
    .select(DECIDED_COLUMNS)
    .where('state', 'in', states)
    .where(TURN_TIME, '<=', before)
    .orderBy(TURN_TIME)
    .limit(limit);

export const buildReminderQuery = (db: Db | Tx, before: Date, limit: number) =>
  db
    .selectFrom('quote')
    .select(['id', 'job_id'])
    .where('state', 'in', STANDING_STATES)
    .where('reminded_at', 'is', null)
    .where(TURN_TIME, '<=', before)
    .orderBy(TURN_TIME)
    .limit(limit);

/**
 * Locks up to `limit` quotes in these states whose last turn was before that time. Skips quotes that another transaction
 * has locked; on several nodes it waits for them.
 */
export async function lockQuotesBefore(
  tx: Tx,
  states: readonly QuoteState[],
  before: Date,
  limit: number,
): Promise<DecidedQuote[]> {
  const query = buildDueQuery(tx, states, before, limit);
  return onNodes(tx, {
    one: () => skipLockedOnOneNode(query, 'update').execute(),
    several: async () => lockInStates(tx, await query.execute(), states),
  });
}

/** Locks those of these quotes that are in one of the states. It waits for those that another transaction has locked. */
export function lockQuotes(
  tx: Tx,
  quotes: readonly Pick<QuoteRow, 'id' | 'job_id'>[],
  states: readonly QuoteState[],
): Promise<TimedQuote[]> {
  if (quotes.length === 0) return Promise.resolve([]);
  const query = tx
    .selectFrom('quote')
    .select(TIMED_COLUMNS)
    .where(matchQuotes(quotes))
    .where('state', 'in', states)
    // As lockQuotesOfJobs, so that no two wait for each other.
    .orderBy('job_id')
    .orderBy('worker_id');
  return onNodes(tx, {
    one: () => lockOnOneNode(query, 'no key update').execute(),
    several: () => lockInStates(tx, quotes, states),
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
): Promise<TimedQuote[]> {
  if (quotes.length === 0) return [];
  return tx
    .updateTable('quote')
    .set((quote) => ({ reminded_at: quote.ref('reminded_at') }))
    .where(matchQuotes(quotes))
    .where('state', 'in', states)
    .returning(TIMED_COLUMNS)
    .execute();
}

const matchQuotes = (quotes: readonly Pick<QuoteRow, 'id' | 'job_id'>[]) =>
  sql<boolean>`job_id = ANY(${quotes.map((quote) => quote.job_id)}::bigint[])
    AND id = ANY(${quotes.map(({ id }) => id)}::bigint[])`;

/**
 * Marks up to `limit` quotes as reminded that wait for either side since that time. Skips locked quotes, on one server.
 */
export async function markRemindedBefore(
  tx: Tx,
  before: Date,
  limit: number,
  now: Date,
): Promise<QuoteRow[]> {
  const query = buildReminderQuery(tx, before, limit);
  const found = await waitOrSkip(tx, query, 'update');
  if (found.length === 0) return [];
  return tx
    .updateTable('quote')
    .set({ reminded_at: now })
    .where(matchQuotes(found))
    .where('state', 'in', STANDING_STATES)
    .where('reminded_at', 'is', null)
    .returningAll()
    .execute();
}

/**
 * Locks the quotes of these jobs that nobody has decided about, up to `limit`. It waits for locked quotes and may then
 * return fewer than remain, so repeat it until it returns none.
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
