import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** What the milestones of a job have brought its worker, before deductions. A divided one counts as far as it did. */
export const selectReleasedPaise = (jobId: RawBuilder<unknown>) => sql<number>`(
  SELECT coalesce(sum(coalesce(part.to_worker_paise, split.worker_paise, released.amount_paise)), 0)::bigint
  FROM milestone released LEFT JOIN dispute_part part ON part.milestone_id = released.id
    LEFT JOIN split ON split.job_id = released.job_id AND split.milestone_id = released.id AND split.state = 'agreed'
  WHERE released.job_id = ${jobId} AND released.fund_state = 'released')`;

export async function sumReleasedPaise(db: Db | Tx, jobId: number): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    SELECT ${selectReleasedPaise(sql`${jobId}::bigint`)} AS paise`.execute(db);
  return rows[0]?.paise ?? 0;
}
