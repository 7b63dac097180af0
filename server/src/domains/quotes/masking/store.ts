import { FILTER_VERSION, toMaskedColumns } from '../../../platform/contact-filter/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { QuoteRow } from '../store.ts';
import type { StepRow } from '../history/store.ts';
import { toMaskedNoteColumns, toMaskedQuoteColumns, toMaskedStepColumns } from './rules.ts';

/** Up to `limit` quotes that were masked by an older version of the filter, or by none. */
export async function listQuotesToMask(db: Db, limit: number): Promise<{ id: number; jobId: number }[]> {
  return db
    .selectFrom('quote')
    .select(['id', 'job_id as jobId'])
    .where('filter_version', '<', FILTER_VERSION)
    .orderBy('filter_version')
    .limit(limit)
    .execute();
}

/** The quote must be locked before. */
export async function maskQuote(tx: Tx, quote: QuoteRow): Promise<void> {
  await store(tx, quote, toMaskedQuoteColumns({ parts: quote.parts, workScope: quote.work_scope }));
}

/**
 * Shows the quote as it was written, until its texts or the filter change. It must be locked before. Its history has the same
 * texts, with a note that nobody has looked at.
 */
export async function storeUnmasked(tx: Tx, quote: QuoteRow): Promise<void> {
  await store(tx, quote, toMaskedColumns(null));
  const steps = await tx
    .selectFrom('quote_history')
    .selectAll()
    .where('job_id', '=', quote.job_id)
    .where('quote_id', '=', quote.id)
    .where('version', '=', quote.version)
    .execute();
  for (const step of steps) await storeStep(tx, step, toMaskedNoteColumns(step));
}

async function store(tx: Tx, quote: QuoteRow, columns: ReturnType<typeof toMaskedColumns>): Promise<void> {
  await tx
    .updateTable('quote')
    .set(columns)
    .where('job_id', '=', quote.job_id)
    .where('id', '=', quote.id)
    .execute();
}

/** Up to `limit` steps in the history of quotes that were masked by an older version of the filter. They never change. */
export const listStepsToMask = (db: Db, limit: number): Promise<StepRow[]> =>
  db
    .selectFrom('quote_history')
    .selectAll()
    .where('filter_version', '<', FILTER_VERSION)
    .orderBy('filter_version')
    .limit(limit)
    .execute();

export async function maskStep(db: Db, step: StepRow): Promise<void> {
  await storeStep(
    db,
    step,
    toMaskedStepColumns({ parts: step.parts, workScope: step.work_scope, note: step.note }),
  );
}

async function storeStep(
  db: Db | Tx,
  step: StepRow,
  columns: ReturnType<typeof toMaskedColumns>,
): Promise<void> {
  await db
    .updateTable('quote_history')
    .set(columns)
    .where('job_id', '=', step.job_id)
    .where('quote_id', '=', step.quote_id)
    .where('number', '=', step.number)
    .execute();
}
