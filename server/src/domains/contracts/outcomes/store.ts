import type { Side } from '@fws/contract/contracts/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { byJob } from '../../../platform/db/nodes.ts';

/** When the work of each milestone was first handed in. */
export async function findHandIns(
  db: Db | Tx,
  jobId: number,
  milestoneIds: readonly number[],
): Promise<Map<number, Date>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await byJob(
    db,
    db
      .selectFrom('milestone_completion')
      .select(['milestone_id', 'completed_at'])
      .where('milestone_id', 'in', [...milestoneIds])
      .where('round', '=', 1),
    (completion) => completion.where('job_id', '=', jobId),
  );
  return new Map(rows.map((row) => [row.milestone_id, row.completed_at]));
}

export async function hasDispute(db: Db | Tx, jobId: number): Promise<boolean> {
  const row = await db
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which side FWS gave everything of the dispute about a visit. Null: neither, or it is not decided. */
export async function findVisitRuling(db: Db | Tx, jobId: number): Promise<Side | null> {
  const dispute = await db
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .where('origin', '=', 'visit')
    .where('ending', '=', 'settled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!dispute) return null;
  const parts = await db
    .selectFrom('dispute_part')
    .select(['to_worker_paise', 'to_poster_paise'])
    .where('dispute_id', '=', dispute.id)
    .execute();
  if (parts.length === 0) return null;
  if (parts.every((part) => part.to_worker_paise === 0)) return 'poster';
  return parts.every((part) => part.to_poster_paise === 0) ? 'worker' : null;
}
