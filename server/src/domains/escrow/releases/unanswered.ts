import { sql } from 'kysely';
import { IN_ESCROW } from '@fws/contract/contracts/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { waitOrSkipClause } from '../../../platform/db/nodes.ts';
import { toLiterals } from '../../../platform/db/literals.ts';
import { UNDER_WAY } from '../rules.ts';

/** Payment requests that wait for the poster, so that their milestone is reminded of or released. */

/** The configured time that a poster has to answer, by where the work is done. */
export interface ReleaseWaits {
  remote: number;
  inPerson: number;
}

/** When the money is released without an answer. */
const RELEASE_TIME = sql.raw(`m.payment_requested_at + m.wait_left_ms * interval '1 millisecond'`);
/** How long before that the poster is reminded: as `calculateReminderDelayMs` of the domain above. */
const buildReminderLead = (maxMs: number) =>
  sql`least(${maxMs}::float8, m.wait_left_ms / 3.0) * interval '1 millisecond'`;

const WAITING = sql`
  FROM milestone m
  JOIN job ON job.id = m.job_id AND job.state IN (${toLiterals(UNDER_WAY)})
  JOIN category ON category.id = job.category_id
  WHERE m.work_state = 'payment_requested' AND m.fund_state IN (${toLiterals(IN_ESCROW)})`;

/** Payment requests whose time is over, longest waiting first. */
export async function listUnanswered(tx: Tx, now: Date, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id ${WAITING} AND NOT m.on_hold AND ${RELEASE_TIME} <= ${now}::timestamptz
    ORDER BY m.payment_requested_at LIMIT ${limit}`.execute(tx);
  return rows;
}

/**
 * Gives the whole period to payment requests of the former version, which did not write it down, and answers to how many.
 * Without a wait nothing is reminded of or released.
 */
export async function fillWaits(tx: Tx, waits: ReleaseWaits, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH bare AS MATERIALIZED (
      SELECT m.id, m.job_id, category.in_person ${WAITING} AND m.wait_left_ms IS NULL
      ORDER BY m.payment_requested_at LIMIT ${limit}
    )
    UPDATE milestone
    SET wait_left_ms = CASE WHEN bare.in_person THEN ${waits.inPerson}::bigint ELSE ${waits.remote}::bigint END
    FROM bare
    WHERE milestone.job_id = bare.job_id AND milestone.id = bare.id
      AND milestone.work_state IN ('payment_requested') AND milestone.wait_left_ms IS NULL`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

interface ReminderRow {
  id: number;
  job_id: number;
  name: string;
  amount_paise: number;
  payment_requested_at: Date;
  wait_left_ms: number;
  title: string;
  poster_id: number;
  worker_id: number;
}

/** The milestones whose poster is to be reminded now, marked as reminded. `leadMaxMs`: the longest time before a release. */
export async function claimReminders(
  tx: Tx,
  { now, leadMaxMs }: { now: Date; leadMaxMs: number },
  limit: number,
): Promise<ReminderRow[]> {
  const lock = await waitOrSkipClause(tx, sql`FOR NO KEY UPDATE OF m SKIP LOCKED`);
  const { rows } = await sql<ReminderRow>`
    WITH due AS MATERIALIZED (
      SELECT m.id, m.job_id, m.payment_requested_at, job.title
      ${WAITING} AND NOT m.on_hold AND m.reminded_at IS NULL
        AND ${RELEASE_TIME} - ${buildReminderLead(leadMaxMs)} <= ${now}::timestamptz
      ORDER BY m.payment_requested_at LIMIT ${limit} ${lock}
    )
    UPDATE milestone SET reminded_at = ${now}
    FROM due, contract
    WHERE milestone.job_id = due.job_id AND milestone.id = due.id AND contract.job_id = milestone.job_id
      AND milestone.reminded_at IS NULL AND milestone.work_state IN ('payment_requested')
      AND milestone.payment_requested_at = due.payment_requested_at
    RETURNING milestone.id, milestone.job_id, milestone.name, milestone.amount_paise,
      milestone.payment_requested_at, milestone.wait_left_ms, due.title, contract.poster_id, contract.worker_id`.execute(
    tx,
  );
  return rows;
}
