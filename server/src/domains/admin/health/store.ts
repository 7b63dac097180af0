import { sql } from 'kysely';
import type { Db } from '../../../platform/db/index.ts';

/** Counts stop here, so that no page reads a whole queue. */
export const COUNT_LIMIT = 10_000;

export interface TaskDepth {
  task: string;
  due: number;
  oldest_ms: number | null;
  failing: number;
  given_up: number;
}

export async function listQueueDepths(db: Db): Promise<TaskDepth[]> {
  const { rows } = await sql<TaskDepth>`
    SELECT task, due, failing, given_up,
      (extract(epoch FROM now() - oldest_due_at) * 1000)::bigint AS oldest_ms
    FROM queue_depths(${COUNT_LIMIT})`.execute(db);
  return rows;
}

/** The newest event of each provider, by one index lookup per provider. */
export const NEWEST_EVENTS = `WITH RECURSIVE newest AS (
    (SELECT provider, received_at FROM provider_event WHERE verdict = 'valid'
      ORDER BY provider, received_at DESC LIMIT 1)
    UNION ALL
    SELECT later.provider, later.received_at FROM newest CROSS JOIN LATERAL (
      SELECT provider, received_at FROM provider_event
      WHERE verdict = 'valid' AND provider_event.provider > newest.provider
      ORDER BY provider, received_at DESC LIMIT 1) later
  ) SELECT provider, received_at FROM newest`;
export const REFUSED_TODAY = `SELECT count(*)::int AS refused FROM (
    SELECT FROM provider_event WHERE verdict <> 'valid' AND received_at > now() - interval '1 day'
    LIMIT ${COUNT_LIMIT}) lately`;

export async function getWebhookActivity(db: Db) {
  const newest = await sql.raw<{ provider: string; received_at: Date }>(NEWEST_EVENTS).execute(db);
  const refused = await sql.raw<{ refused: number }>(REFUSED_TODAY).execute(db);
  return { newest: newest.rows, refused: refused.rows[0]?.refused ?? 0 };
}

/** Reads all open cases: people resolve them, so there are few. */
export const countWaitingCases = (db: Db) =>
  db
    .selectFrom('ops_case')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('waiting'), fn.min('raised_at').as('oldest')])
    .where('resolved_at', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();

export async function getDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
