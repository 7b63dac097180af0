import { FILTER_VERSION, toMaskedColumns } from '../../../platform/contact-filter/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { lockJob, type JobRow } from '../store.ts';
import { toMaskedJobColumns } from './rules.ts';

/** Up to `limit` jobs that were masked by an older version of the filter, or by none. */
export async function listJobsToMask(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('filter_version', '<', FILTER_VERSION)
    .orderBy('filter_version')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Masks the job again, and has the search index what is left. Its poster may have changed it meanwhile. */
export async function maskJob(tx: Tx, id: number): Promise<void> {
  const job = await lockJob(tx, id);
  if (!job) return;
  await store(tx, job, toMaskedJobColumns(job));
}

/** Shows the job as it was written, until its texts or the filter change. The caller must hold its lock. */
export const storeUnmasked = (tx: Tx, job: Pick<JobRow, 'id' | 'state'>): Promise<void> =>
  store(tx, job, toMaskedColumns(null));

async function store(
  tx: Tx,
  { id, state }: Pick<JobRow, 'id' | 'state'>,
  columns: ReturnType<typeof toMaskedColumns>,
): Promise<void> {
  await tx.updateTable('job').set(columns).where('id', '=', id).execute();
  if (state === 'open') await enqueue(tx, 'index_jobs', { jobIds: [String(id)] });
}
