import { sql } from 'kysely';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import { HIDDEN_STATES, type QuoteRow } from '../store.ts';

/** Newest first. Returns up to `limit` + 1 rows. */
export async function listWorkerQuotes(db: Db, workerId: number, page: PageQuery): Promise<QuoteRow[]> {
  const query = db.selectFrom('quote').selectAll().where('worker_id', '=', workerId);
  const pageQuery = page.after
    ? query.where(sql<boolean>`(created_at, id) < ${toCursorSql(page.after)}`)
    : query;
  return pageQuery
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/**
 * Oldest first, without cancelled ones and those of people who are suspended or among `hiddenIds`. Returns up to `limit` + 1 rows.
 */
export async function listJobQuotes(
  db: Db,
  jobId: number,
  page: PageQuery & { hiddenIds: readonly number[] },
): Promise<QuoteRow[]> {
  const query = db
    .selectFrom('quote')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', 'not in', HIDDEN_STATES)
    .where(sql<boolean>`(state = 'accepted' OR NOT EXISTS (
      SELECT 1 FROM user_account worker WHERE worker.id = quote.worker_id AND worker.suspended_at IS NOT NULL))`)
    .where(sql<boolean>`(state = 'accepted' OR worker_id <> ALL(${page.hiddenIds}::bigint[]))`);
  const pageQuery = page.after
    ? query.where(sql<boolean>`(created_at, id) > ${toCursorSql(page.after)}`)
    : query;
  return pageQuery
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit + 1)
    .execute();
}

interface PageQuery {
  after: CursorKey | null;
  limit: number;
}

const toCursorSql = ([createdAt, id]: CursorKey) => sql`(${createdAt}::timestamptz, ${id}::bigint)`;
