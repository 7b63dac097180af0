import { sql } from 'kysely';
import type { Db } from '../../../platform/db/index.ts';
import { MILESTONE_REFUND_PREFIX } from '../../escrow/index.ts';
import type { ChangeFacts, ContractEvent } from './rules.ts';

/** `until`: null for now. */
export interface Period {
  from: Date;
  until: Date | null;
}

/** Far more than a job with twenty milestones has. */
const EVENTS_MAX = 1000;

const isWithin = (column: string, { from, until }: Period) =>
  sql`${sql.ref(column)} >= ${from}::timestamptz AND ${sql.ref(column)} < ${until ?? 'infinity'}::timestamptz`;

type ChangeRow = {
  subject_id: number;
  amount_paise: number | null;
  by_role: string | null;
  from_state: string;
  to_state: string;
  track: ChangeFacts['track'];
  at: Date;
};

/** The start of the period leaves out the months before it. All tables are on the coordinator. */
export const buildChangesQuery = (jobId: number, period: Period) => sql<ChangeRow>`
  SELECT subject_id::bigint AS subject_id, by_role, from_state, to_state, at,
    CASE track WHEN 'fund_state' THEN 'fund' WHEN 'work_state' THEN 'work' ELSE subject END AS track,
    CASE
      WHEN track = 'fund_state' AND to_state IN ('refund_pending', 'refunded')
        THEN (SELECT amount_paise FROM refund WHERE refund.id = ${MILESTONE_REFUND_PREFIX} || subject_id)
      WHEN subject = 'dispute'
        THEN (SELECT sum(to_worker_paise)::bigint FROM dispute_part WHERE dispute_id = subject_id::bigint)
    END AS amount_paise
  FROM state_change
  WHERE job_id = ${jobId} AND ${isWithin('at', period)} AND track <> 'on_hold'
    AND subject IN ('job', 'milestone', 'dispute')
  ORDER BY id LIMIT ${EVENTS_MAX}`;

export const listChanges = async (db: Db, jobId: number, period: Period): Promise<ChangeRow[]> =>
  (await buildChangesQuery(jobId, period).execute(db)).rows;

/**
 * What the history of states does not have: a second proposal leaves the state as it is, and a dispute begins without a
 * change. The milestones lead to the splits by their index.
 */
export const buildAgreementsQuery = (jobId: number, milestoneIds: readonly number[], period: Period) => sql<{
  kind: 'split_proposed' | 'split_agreed' | 'change_proposed' | 'change_agreed' | 'dispute_raised';
  milestone_id: number | null;
  amount_paise: number | null;
  at: Date;
}>`
  WITH job_split AS MATERIALIZED (
    SELECT id, job_id, milestone_id, state, worker_paise, closed_at FROM split
    WHERE job_id = ${jobId} AND milestone_id = ANY(${[...milestoneIds]}::bigint[])
  )
  SELECT 'split_proposed' AS kind, milestone_id, split_turn.worker_paise AS amount_paise, at
  FROM job_split JOIN split_turn ON split_id = job_split.id AND split_turn.job_id = job_split.job_id
  WHERE ${isWithin('at', period)}
  UNION ALL
  SELECT 'split_agreed', milestone_id, worker_paise, closed_at FROM job_split
  WHERE state = 'agreed' AND ${isWithin('closed_at', period)}
  UNION ALL
  SELECT 'change_proposed', NULL, total_paise, at FROM change_order_turn
  WHERE job_id = ${jobId} AND ${isWithin('at', period)}
  UNION ALL
  SELECT 'change_agreed', NULL, total_paise, agreed_at FROM plan_version
  WHERE job_id = ${jobId} AND change_id IS NOT NULL AND ${isWithin('agreed_at', period)}
  UNION ALL
  SELECT 'dispute_raised', NULL, NULL, raised_at FROM dispute
  WHERE job_id = ${jobId} AND ${isWithin('raised_at', period)}
  ORDER BY at LIMIT ${EVENTS_MAX}`;

export async function listAgreements(
  db: Db,
  jobId: number,
  milestoneIds: readonly number[],
  period: Period,
): Promise<ContractEvent[]> {
  const { rows } = await buildAgreementsQuery(jobId, milestoneIds, period).execute(db);
  return rows.map(({ kind, milestone_id: milestoneId, amount_paise: amountPaise, at }) => ({
    kind,
    milestoneId,
    amountPaise,
    at,
  }));
}
