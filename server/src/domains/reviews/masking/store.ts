import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import { lockJob } from '../../jobs/index.ts';
import { toMaskedReviewColumns } from './rules.ts';

const BATCH_SIZE = 200;

/** Up to `limit` reviews that an older version of the filter masked. */
export const buildToMaskQuery = (db: Db | Tx, limit: number) =>
  db
    .selectFrom('rating')
    .select(['job_id', 'by_user_id'])
    .where('filter_version', '<', FILTER_VERSION)
    .orderBy('filter_version')
    .limit(limit);

/** Task: masks what an older version of the contact filter masked. */
export async function maskReviews(db: Db): Promise<void> {
  let found;
  do {
    found = await buildToMaskQuery(db, BATCH_SIZE).execute();
    for (const key of found) await inTx(db, (tx) => maskReview(tx, key));
  } while (found.length > 0);
}

async function maskReview(tx: Tx, key: { job_id: number; by_user_id: number }): Promise<void> {
  // Its texts do not change meanwhile.
  await lockJob(tx, key.job_id);
  const texts = await tx
    .selectFrom('rating')
    .select(['comment', 'reply'])
    .where('job_id', '=', key.job_id)
    .where('by_user_id', '=', key.by_user_id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('rating')
    .set(toMaskedReviewColumns(texts))
    .where('job_id', '=', key.job_id)
    .where('by_user_id', '=', key.by_user_id)
    .execute();
}
