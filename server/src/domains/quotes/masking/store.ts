import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { QuoteRow } from '../store.ts';
import { toMaskedColumns } from './rules.ts';

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
  await tx
    .updateTable('quote')
    .set(toMaskedColumns({ parts: quote.parts, workScope: quote.work_scope }))
    .where('job_id', '=', quote.job_id)
    .where('id', '=', quote.id)
    .execute();
}
