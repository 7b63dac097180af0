import { sql, type Selectable } from 'kysely';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { SharedJobTable } from '../../../platform/db/tables.ts';

export type ShareRow = Omit<Selectable<SharedJobTable>, 'to_id'>;

/** Returns the new share's id, or null when `fromId` has already shared this job with `toId`. */
export async function insertShare(
  tx: Tx,
  share: { jobId: number; fromId: number; toId: number; now: Date },
): Promise<number | null> {
  const row = await tx
    .insertInto('shared_job')
    .values({
      job_id: share.jobId,
      from_id: share.fromId,
      to_id: share.toId,
      shared_at: share.now,
      thumbs_up_at: null,
    })
    .onConflict((conflict) => conflict.columns(['from_id', 'to_id', 'job_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Shares of open jobs with this person, newest first. Returns up to `limit` + 1 rows. */
export function listShares(
  db: Db,
  toId: number,
  page: { after: CursorKey | null; limit: number },
): Promise<ShareRow[]> {
  const shares = db
    .selectFrom('shared_job')
    .innerJoin('job', 'job.id', 'shared_job.job_id')
    .innerJoin('user_account as sharer', 'sharer.id', 'shared_job.from_id')
    .select([
      'shared_job.id',
      'shared_job.job_id',
      'shared_job.from_id',
      'shared_job.shared_at',
      'shared_job.thumbs_up_at',
    ])
    .where('shared_job.to_id', '=', toId)
    .where('job.state', '=', 'open')
    .where('sharer.suspended_at', 'is', null);
  const { after, limit } = page;
  const pageQuery = after
    ? shares.where(
        sql<boolean>`(shared_job.shared_at, shared_job.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`,
      )
    : shares;
  return pageQuery
    .orderBy('shared_job.shared_at', 'desc')
    .orderBy('shared_job.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Null when this person has no such share. `isNew` is true when it had no thumbs-up before. */
export async function giveThumbsUp(
  tx: Tx,
  shareId: number,
  toId: number,
  now: Date,
): Promise<{ share: ShareRow; isNew: boolean } | null> {
  const share = await tx
    .selectFrom('shared_job')
    .select(['id', 'job_id', 'from_id', 'shared_at', 'thumbs_up_at'])
    .where('id', '=', shareId)
    .where('to_id', '=', toId)
    .executeTakeFirst();
  if (!share) return null;
  const given = await tx
    .updateTable('shared_job')
    .set({ thumbs_up_at: now })
    .where('job_id', '=', share.job_id)
    .where('id', '=', shareId)
    .where('thumbs_up_at', 'is', null)
    .executeTakeFirst();
  return { share, isNew: given.numUpdatedRows > 0n };
}
