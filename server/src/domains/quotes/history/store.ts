import { sql, type Insertable, type Selectable } from 'kysely';
import type { DeclineReason } from '@fws/contract/quotes/negotiation/model';
import type { AskAnotherQuote } from '@fws/contract/quotes/negotiation/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { QuoteHistoryTable } from '../../../platform/db/tables.ts';
import { toMaskedStepColumns } from '../masking/rules.ts';
import type { QuoteRow } from '../store.ts';

export type StepRow = Selectable<QuoteHistoryTable>;

type NewStep = Omit<Insertable<QuoteHistoryTable>, 'number' | 'parts' | 'masked' | 'filter_version'> &
  Pick<StepRow, 'parts'>;
type MaskedColumns = ReturnType<typeof toMaskedStepColumns>;

const maskStep = (step: NewStep): MaskedColumns =>
  toMaskedStepColumns({ parts: step.parts, workScope: step.work_scope, note: step.note });

/** The quote must be locked before. */
async function insertStep(tx: Tx, step: NewStep, masked: MaskedColumns = maskStep(step)): Promise<void> {
  await tx
    .insertInto('quote_history')
    .values({
      ...step,
      parts: JSON.stringify(step.parts),
      ...masked,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM quote_history
        WHERE job_id = ${step.job_id} AND quote_id = ${step.quote_id})`,
    })
    .execute();
}

const toOfferStep = (quote: QuoteRow) => ({
  job_id: quote.job_id,
  quote_id: quote.id,
  turn: quote.turn,
  version: quote.version,
  bid_paise: quote.bid_paise,
  term: quote.term,
  parts: quote.parts,
  starts_on: quote.starts_on,
  finish_by: quote.finish_by,
  visit_date: quote.visit_date,
  visit_window: quote.visit_window,
  visit_fee_paise: quote.visit_fee_paise,
  work_scope: quote.work_scope,
  reason: null,
});

/** The first step of a quote whose history has none: the offer as it is, masked as the quote is. */
export const toFirstStep = (quote: QuoteRow): StepRow => ({
  ...toOfferStep(quote),
  number: 1,
  step: 'offered',
  note: '',
  masked: quote.masked && { ...quote.masked, note: '' },
  filter_version: quote.filter_version,
  at: quote.changed_at ?? quote.created_at,
});

/**
 * Keeps the offer as it is before the first other step: most quotes never have one. Each step is another version or another
 * turn, or ends the quote. The quote must be locked before.
 */
export async function keepFirstOffer(tx: Tx, quote: QuoteRow): Promise<void> {
  if (quote.version > 1 || quote.turn > 1) return;
  const { masked, filter_version, number: _, ...step } = toFirstStep(quote);
  await insertStep(tx, step, { masked: masked && JSON.stringify(masked), filter_version });
}

/** `quote` as it is after the change. It must be locked before, and its first offer kept. */
export const insertOffer = (
  tx: Tx,
  quote: QuoteRow,
  { step, note, at }: { step: 'edited' | 'revised'; note: string; at: Date },
): Promise<void> => insertStep(tx, { ...toOfferStep(quote), step, note, at });

/** The quote as it is after the poster has asked for another. It must be locked before, and its first offer kept. */
export const insertAsk = (
  tx: Tx,
  quote: QuoteRow,
  asked: Omit<AskAnotherQuote, 'quoteId' | 'offerVersion'>,
  at: Date,
): Promise<void> =>
  insertStep(tx, {
    job_id: quote.job_id,
    quote_id: quote.id,
    step: 'asked',
    turn: quote.turn,
    version: null,
    bid_paise: asked.bidPaise,
    term: asked.term,
    parts: asked.parts,
    starts_on: asked.startsOn,
    finish_by: asked.finishBy,
    work_scope: '',
    note: asked.note,
    reason: null,
    at,
  });

/** The quote must be locked before, and its first offer kept. */
export const insertDecline = (
  tx: Tx,
  quote: QuoteRow,
  { reason, note, at }: { reason: DeclineReason; note: string; at: Date },
): Promise<void> =>
  insertStep(tx, {
    job_id: quote.job_id,
    quote_id: quote.id,
    step: 'declined',
    turn: quote.turn,
    version: null,
    bid_paise: null,
    term: null,
    parts: [],
    starts_on: null,
    finish_by: null,
    work_scope: '',
    note,
    reason,
    at,
  });

/** In order. Turns and versions limit how many there are. */
export const listSteps = (
  db: Db | Tx,
  { id, job_id: jobId }: Pick<QuoteRow, 'id' | 'job_id'>,
): Promise<StepRow[]> =>
  db
    .selectFrom('quote_history')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('quote_id', '=', id)
    .orderBy('number')
    .execute();

/** What the poster of a job wrote to a worker about their quotes on it, in order. */
export async function listPosterNotes(
  db: Db | Tx,
  { jobId, workerId }: { jobId: number; workerId: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('quote_history as step')
    .innerJoin('quote', (on) =>
      on.onRef('quote.job_id', '=', 'step.job_id').onRef('quote.id', '=', 'step.quote_id'),
    )
    .select('step.note')
    .where('step.job_id', '=', jobId)
    .where('quote.worker_id', '=', workerId)
    .where('step.version', 'is', null)
    .orderBy('step.quote_id')
    .orderBy('step.number')
    .execute();
  return rows.map(({ note }) => note);
}

/** The newest steps of a quote that its reply tells of. */
export interface LatestSteps {
  offer?: StepRow;
  asked?: StepRow;
  declined?: StepRow;
}

export async function loadLatestSteps(
  db: Db | Tx,
  quotes: readonly Pick<QuoteRow, 'id' | 'job_id'>[],
): Promise<Map<number, LatestSteps>> {
  const latest = new Map<number, LatestSteps>();
  if (quotes.length === 0) return latest;
  const rows = await db
    .selectFrom('quote_history')
    .selectAll()
    .distinctOn(['quote_id', sql`version IS NULL`, 'reason'])
    .where(sql<boolean>`job_id = ANY(${quotes.map((quote) => quote.job_id)}::bigint[])`)
    .where(sql<boolean>`quote_id = ANY(${quotes.map(({ id }) => id)}::bigint[])`)
    .orderBy('quote_id')
    .orderBy(sql`version IS NULL`)
    .orderBy('reason')
    .orderBy('number', 'desc')
    .execute();
  for (const row of rows) {
    const name = row.step === 'asked' || row.step === 'declined' ? row.step : 'offer';
    latest.set(row.quote_id, { ...latest.get(row.quote_id), [name]: row });
  }
  return latest;
}
