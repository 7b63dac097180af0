import { sql } from 'kysely';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import { onNodes } from '../../platform/db/nodes.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { readSearchableTexts, type StoredJobTexts } from '../jobs/index.ts';
import { toKeys } from './words/fold.ts';
import { MERGE_FROM, mergeChanges } from './engine/merge.ts';
import {
  buildTokens,
  INDEX_VERSION,
  type IndexedJob,
  type JobTokens,
  type ListSpellings,
} from './engine/tokens.ts';

interface SourceRow extends IndexedJob, StoredJobTexts {
  skills: string[];
  id: number;
  posted_at: Date;
  closes_on: string;
  budget_from_paise: number;
  budget_to_paise: number;
}

/** Writes what the search reads of these jobs. Those that are not open are removed. */
export async function indexJobs(tx: Tx, ids: readonly number[], listSpellings: ListSpellings): Promise<void> {
  // A change that commits meanwhile is indexed after this one. Rows of jobs on several nodes cannot be locked at once.
  const lock = await onNodes(tx, {
    one: () => sql`FOR NO KEY UPDATE OF job`,
    several: async () => {
      await tx.selectFrom('search_state').select('id').forUpdate().execute();
      return sql``;
    },
  });
  const { rows: stored } = await sql<SourceRow>`
    SELECT job.id, title, description, location, latitude, longitude, skills, masked, filter_version, category_id, posted_at, closes_on,
      budget_from_paise, budget_to_paise, category.name AS category_name, category.name_hi AS category_name_hi, trade
    FROM job JOIN category ON category.id = category_id
    WHERE job.id = ANY(${[...ids]}::bigint[]) AND state = 'open' ORDER BY job.id ${lock}`.execute(tx);
  const rows = stored.map((job) => ({ ...job, ...readSearchableTexts(job) }));
  const open = new Set(rows.map(({ id }) => id));
  const closed = ids.filter((id) => !open.has(id));
  const built = rows.map((job) => buildTokens(job, listSpellings));
  const firstChange = await countChanges(tx, rows.length + closed.length);
  if (rows.length > 0) await writeJobs(tx, rows, built, firstChange);
  if (closed.length > 0) await closeJobs(tx, closed, firstChange + rows.length);
}

/** Returns the number of the first of these changes. Until the transaction ends, no other one can change the index. */
async function countChanges(tx: Tx, changes: number): Promise<number> {
  const state = await tx
    .updateTable('search_state')
    .set((row) => ({ last_change: row('last_change', '+', changes) }))
    .returning(['last_change', 'merged_change'])
    .executeTakeFirstOrThrow();
  const waiting = state.last_change - state.merged_change;
  if (Math.floor(waiting / MERGE_FROM) > Math.floor((waiting - changes) / MERGE_FROM))
    await enqueue(tx, 'merge_search', {}, { key: 'merge_search' });
  return state.last_change - changes + 1;
}

/** A job that was never indexed needs no row. */
async function closeJobs(tx: Tx, ids: readonly number[], firstChange: number): Promise<void> {
  await sql`
    UPDATE search_job SET tokens = NULL, change = ${firstChange} + number - 1
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS closed (id, number)
    WHERE job_id = closed.id AND tokens IS NOT NULL`.execute(tx);
}

async function writeJobs(
  tx: Tx,
  jobs: readonly SourceRow[],
  built: readonly JobTokens[],
  firstChange: number,
): Promise<void> {
  const rows = jobs.map((job, index) => ({
    job_id: job.id,
    change: firstChange + index,
    posted_at: job.posted_at.toISOString(),
    closes_on: job.closes_on,
    latitude: job.latitude,
    longitude: job.longitude,
    budget_from_paise: job.budget_from_paise,
    budget_to_paise: job.budget_to_paise,
    tokens: built[index]?.tokens.join(' ') ?? '',
  }));
  await sql`
    INSERT INTO search_job (job_id, version, change, posted_at, closes_on, latitude, longitude, budget_from_paise,
      budget_to_paise, tokens)
    SELECT job_id, ${INDEX_VERSION}, change, posted_at, closes_on, latitude, longitude, budget_from_paise,
      budget_to_paise, tokens
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (job_id bigint, change bigint, posted_at timestamptz,
      closes_on date, latitude float8, longitude float8, budget_from_paise bigint, budget_to_paise bigint, tokens text)
    ON CONFLICT (job_id) DO UPDATE SET (version, change, posted_at, closes_on, latitude, longitude, budget_from_paise,
      budget_to_paise, tokens) = (excluded.version, excluded.change, excluded.posted_at, excluded.closes_on,
      excluded.latitude, excluded.longitude, excluded.budget_from_paise, excluded.budget_to_paise,
      excluded.tokens)`.execute(tx);
  await writeTerms(tx, jobs, built);
}

/**
 * In the order of their keys, so that two transactions insert the same ones in the same order. Those that are known already
 * are left out before: an upsert would lock their rows, also where it changes nothing.
 */
async function writeTerms(tx: Tx, jobs: readonly SourceRow[], built: readonly JobTokens[]): Promise<void> {
  const terms = new Map<string, { kind: string; key: string; text: string }>();
  const add = (kind: string, key: string, text: string) => {
    if (key !== '') terms.set(`${kind} ${key}`, { kind, key, text });
  };
  for (const { words, places } of built) {
    for (const word of words) add('word', word, word);
    for (const place of places) add('place', place, place);
  }
  for (const skill of jobs.flatMap(({ skills }) => skills)) add('skill', toKeys(skill).join(' '), skill);
  const rows = [...terms].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term);
  await sql`
    INSERT INTO search_term AS stored (kind, key, text, version)
    SELECT kind, key, text, ${INDEX_VERSION}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (kind text, key text, text text)
    WHERE NOT EXISTS (SELECT FROM search_term known
      WHERE known.kind = row.kind AND known.key = row.key AND known.version >= ${INDEX_VERSION})
    ON CONFLICT (kind, key) DO UPDATE SET version = excluded.version
    WHERE stored.version < excluded.version`.execute(tx);
}

/**
 * Deletes up to `limit` words that no job has had since the index has its version: their jobs are closed, or the contact
 * filter hides them. Returns how many.
 */
export async function deleteOldTerms(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM search_term WHERE (kind, key) IN (
      SELECT kind, key FROM search_term WHERE version < ${INDEX_VERSION} LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows);
}

/** The ids of the next open jobs, and of those among them whose row is missing or of another version. */
export async function listOpenJobs(
  db: Db | Tx,
  after: number,
  limit: number,
): Promise<{ ids: number[]; unindexed: number[] }> {
  const { rows } = await sql<{ id: number; is_indexed: boolean }>`
    SELECT job.id, search_job.version IS NOT DISTINCT FROM ${INDEX_VERSION} AS is_indexed
    FROM (SELECT id FROM job WHERE id > ${after} AND state = 'open' ORDER BY id LIMIT ${limit}) job
    LEFT JOIN search_job ON search_job.job_id = job.id AND tokens IS NOT NULL ORDER BY job.id`.execute(db);
  const unindexed = rows.filter(({ is_indexed: isIndexed }) => !isIndexed);
  return { ids: rows.map(({ id }) => id), unindexed: unindexed.map(({ id }) => id) };
}

/** The ids of the next open jobs of a category. */
export async function listCategoryJobs(
  db: Db,
  categoryId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('category_id', '=', categoryId)
    .where('state', '=', 'open')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const BATCH_SIZE = 500;

/** Indexes every open job again, and removes those that are not open, with old words. Returns how many are open. */
export async function rebuildSearch(db: Db, listSpellings: ListSpellings): Promise<number> {
  const index = async (listJobs: (after: number) => Promise<number[]>): Promise<number> => {
    let jobs = 0;
    for (let after = 0; ;) {
      const ids = await listJobs(after);
      const last = ids.at(-1);
      if (last === undefined) return jobs;
      await inTx(db, (tx) => indexJobs(tx, ids, listSpellings));
      jobs += ids.length;
      after = last;
    }
  };
  await index((after) => listGoneJobs(db, after));
  const jobs = await index(async (after) => (await listOpenJobs(db, after, BATCH_SIZE)).ids);
  while ((await deleteOldTerms(db, BATCH_SIZE)) === BATCH_SIZE);
  await mergeChanges(db);
  return jobs;
}

/** The ids of the next indexed jobs that are not open. */
async function listGoneJobs(db: Db, after: number): Promise<number[]> {
  const { rows } = await sql<{ job_id: number }>`
    SELECT job_id FROM search_job JOIN job ON job.id = job_id
    WHERE job_id > ${after} AND tokens IS NOT NULL AND state <> 'open' ORDER BY job_id LIMIT ${BATCH_SIZE}`.execute(
    db,
  );
  return rows.map(({ job_id: id }) => id);
}
