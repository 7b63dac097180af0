import type { Insertable, Selectable } from 'kysely';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';
import type { SavedSearchTable } from '../../../platform/db/tables.ts';

/** Returns false when the job was already saved. */
export async function insertSavedJob(tx: Tx, userId: number, jobId: number, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('saved_job')
    .values({ user_id: userId, job_id: jobId, saved_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'job_id']).doNothing())
    .returning('job_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countSavedJobs(tx: Tx, userId: number): Promise<number> {
  const { saved } = await tx
    .selectFrom('saved_job')
    .select((row) => row.fn.countAll<number>().as('saved'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return saved;
}

export async function deleteSavedJob(tx: Tx, userId: number, jobId: number): Promise<void> {
  await tx.deleteFrom('saved_job').where('user_id', '=', userId).where('job_id', '=', jobId).execute();
}

/** Saving the same search again changes how often its owner is told, and nothing else. Returns its id. */
export async function upsertSearch(tx: Tx, row: Insertable<SavedSearchTable>): Promise<number> {
  const { id } = await tx
    .insertInto('saved_search')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'digest']).doUpdateSet({ frequency: row.frequency }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countSearches(tx: Tx, userId: number): Promise<number> {
  const { saved } = await tx
    .selectFrom('saved_search')
    .select((row) => row.fn.countAll<number>().as('saved'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return saved;
}

/** Returns false when this user has no such search. */
export async function deleteSearch(tx: Tx, userId: number, searchId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_search')
    .where('id', '=', searchId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  // A distributed database has no foreign key that does this.
  await tx.updateTable('search_alert').set({ search_id: null }).where('search_id', '=', searchId).execute();
  return true;
}

export type SavedSearchRow = Omit<
  Selectable<SavedSearchTable>,
  'user_id' | 'label' | 'centre_latitude' | 'centre_longitude' | 'digest' | 'alert_keys'
> & { category_name: string | null; category_name_hi: string | null; new_jobs: number };

/** $1 is the user, $2 the time from which a job that was found counts as new. */
export const buildSearchesSql = (where: string): string => `
WITH new_alerts AS MATERIALIZED (
  SELECT search_id, count(*) AS jobs FROM search_alert JOIN job ON job.id = search_alert.job_id
  WHERE search_id IN (SELECT id FROM saved_search WHERE user_id = $1) AND found_at > $2 AND job.state = 'open'
  GROUP BY search_id)
SELECT saved_search.id, search, location, latitude, longitude, radius_km, category_id, category.name AS category_name,
  category.name_hi AS category_name_hi, budget_from_paise, budget_to_paise, closes_within_days, frequency, created_at,
  coalesce(new_alerts.jobs, 0) AS new_jobs
FROM saved_search LEFT JOIN category ON category.id = saved_search.category_id
LEFT JOIN new_alerts ON new_alerts.search_id = saved_search.id
WHERE user_id = $1 ${where}`;

export const listSearches = (db: Db, values: readonly unknown[], where: string): Promise<SavedSearchRow[]> =>
  read<SavedSearchRow>(db, { text: buildSearchesSql(where), values: [...values] });
