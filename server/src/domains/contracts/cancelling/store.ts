import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { JobEndingTable } from '../../../platform/db/tables.ts';

export type JobEndingRow = Selectable<JobEndingTable>;

/** Who cancelled the awarded job; null if nobody did. */
export async function findJobEnding(db: Db | Tx, jobId: number): Promise<JobEndingRow | null> {
  const row = await db.selectFrom('job_ending').selectAll().where('job_id', '=', jobId).executeTakeFirst();
  return row ?? null;
}

/** The same for several jobs. */
export async function listJobEndings(
  db: Db | Tx,
  jobIds: readonly number[],
): Promise<Map<number, JobEndingRow>> {
  const rows = await db
    .selectFrom('job_ending')
    .selectAll()
    .where(sql<boolean>`job_id = ANY(${jobIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.job_id, row]));
}

/** The caller must hold the job lock. */
export async function insertJobEnding(tx: Tx, ending: JobEndingRow): Promise<void> {
  await tx.insertInto('job_ending').values(ending).execute();
}

/** Whether any of the milestones was refunded, in full or in part. */
export async function hasRefund(tx: Tx, milestoneIds: readonly number[]): Promise<boolean> {
  const row = await tx
    .selectFrom('refund')
    .select('id')
    .where('milestone_id', 'in', [...milestoneIds])
    .where('reason', '<>', 'unapplied')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ending jobs in which something is to be done by itself: a hold was lifted from a milestone that nobody has worked for,
 * that was accepted, or whose work was started.
 */
export async function listUnattendedEndings(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT job.id FROM job
    WHERE job.state = 'ending' AND EXISTS (
      SELECT FROM milestone m WHERE m.job_id = job.id AND NOT m.on_hold
        AND (m.fund_state = 'accepted'
          OR m.fund_state = 'funded' AND (m.work_state = 'not_started'
            OR m.work_state = 'started' AND NOT EXISTS (
              SELECT FROM split WHERE split.job_id = m.job_id AND split.milestone_id = m.id AND split.closed_at IS NULL))))
    ORDER BY job.id LIMIT ${limit}`.execute(tx);
  return rows.map((row) => row.id);
}
