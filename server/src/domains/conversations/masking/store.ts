import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Key } from '../store.ts';

export const buildToMaskQuery = (db: Db | Tx, limit: number) =>
  db
    .selectFrom('conversation')
    .select(['job_id as jobId', 'worker_id as workerId'])
    .where('masked_version', '<', FILTER_VERSION)
    .orderBy('masked_version')
    .limit(limit);

/** Up to `limit` conversations with messages that an older version of the filter may have masked. */
export const listConversationsToMask = (db: Db, limit: number): Promise<Key[]> =>
  buildToMaskQuery(db, limit).execute();

/** Notes that all messages of a conversation are masked by this version. */
export async function storeMaskedVersion(db: Db, { jobId, workerId }: Key): Promise<void> {
  await db
    .updateTable('conversation')
    .set({ masked_version: FILTER_VERSION })
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .execute();
}
