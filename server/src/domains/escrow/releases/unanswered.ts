import { sql } from 'kysely';
import { IN_ESCROW } from '@fws/contract/contracts/lifecycle';
import { isDistributed, ON_ONE_NODE, type Tx } from '../../../platform/db/index.ts';
import { toLiterals } from '../../../platform/db/literals.ts';
import { UNDER_WAY } from '../policy.ts';

/** Payment requests that wait for the poster, so that their milestone is reminded of or released. */

/** A payment request of that time or earlier is due, by where the work is done. */
export interface Cutoffs {
  remote: Date;
  inPerson: Date;
}

const buildUnansweredSql = (cutoffs: Cutoffs) => sql`
  FROM milestone m
  JOIN job ON job.id = m.job_id AND job.state IN (${toLiterals(UNDER_WAY)})
  JOIN category ON category.id = job.category_id
  WHERE m.work_state = 'payment_requested' AND m.fund_state IN (${toLiterals(IN_ESCROW)}) AND NOT m.on_hold
    AND m.payment_requested_at <= CASE WHEN category.in_person THEN ${cutoffs.inPerson}::timestamptz
      ELSE ${cutoffs.remote}::timestamptz END`;

/** Payment requests whose time is over, longest due first. */
export async function listUnanswered(tx: Tx, cutoffs: Cutoffs, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id ${buildUnansweredSql(cutoffs)} ORDER BY m.payment_requested_at LIMIT ${limit}`.execute(tx);
  return rows;
}

interface ReminderRow {
  id: number;
  job_id: number;
  name: string;
  amount_paise: number;
  payment_requested_at: Date;
  title: string;
  in_person: boolean;
  poster_id: number;
  worker_id: number;
}

/** The milestones whose poster is to be reminded now, marked as reminded. */
export async function claimReminders(
  tx: Tx,
  cutoffs: Cutoffs & { now: Date },
  limit: number,
): Promise<ReminderRow[]> {
  // A distributed database takes it for one job only; there the update waits.
  const lock = (await isDistributed(tx)) ? sql`` : sql`FOR NO KEY UPDATE OF m SKIP LOCKED ${ON_ONE_NODE}`;
  const { rows } = await sql<ReminderRow>`
    WITH due AS MATERIALIZED (
      SELECT m.id, m.job_id, m.payment_requested_at, job.title, category.in_person
      ${buildUnansweredSql(cutoffs)} AND m.reminded_at IS NULL
      ORDER BY m.payment_requested_at LIMIT ${limit} ${lock}
    )
    UPDATE milestone SET reminded_at = ${cutoffs.now}
    FROM due, contract
    WHERE milestone.job_id = due.job_id AND milestone.id = due.id AND contract.job_id = milestone.job_id
      AND milestone.reminded_at IS NULL AND milestone.work_state IN ('payment_requested')
      AND milestone.payment_requested_at = due.payment_requested_at
    RETURNING milestone.id, milestone.job_id, milestone.name, milestone.amount_paise,
      milestone.payment_requested_at, due.title, due.in_person, contract.poster_id, contract.worker_id`.execute(
    tx,
  );
  return rows;
}
