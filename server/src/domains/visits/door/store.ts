import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

export interface KeyRow {
  job_id: number;
  number: number;
  public_key: string;
  added_at: Date;
  replaced_at: Date | null;
}

/** The one in use last. */
export const listKeys = (db: Db | Tx, jobId: number): Promise<KeyRow[]> =>
  db.selectFrom('visit_key').selectAll().where('job_id', '=', jobId).orderBy('number').execute();

/** Takes the place of the one in use. The visit must be locked before. */
export async function insertKey(
  tx: Tx,
  { jobId, publicKey, now }: { jobId: number; publicKey: string; now: Date },
): Promise<number> {
  await tx
    .updateTable('visit_key')
    .set({ replaced_at: now })
    .where('job_id', '=', jobId)
    .where('replaced_at', 'is', null)
    .execute();
  const { number } = await tx
    .insertInto('visit_key')
    .values({
      job_id: jobId,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM visit_key WHERE job_id = ${jobId})`,
      public_key: publicKey,
      added_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}
