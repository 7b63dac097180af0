import { sql } from 'kysely';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import { toKeys } from './fold.ts';
import { buildTokens, INDEX_VERSION, type IndexedJob, type JobTokens, type ListSpellings } from './tokens.ts';

type SourceRow = IndexedJob & { id: number };

/** Writes what the search reads of these jobs. Those that are not open are removed. */
export async function indexJobs(tx: Tx, ids: readonly number[], listSpellings: ListSpellings): Promise<void> {
  const { rows } = await sql<SourceRow>`
    SELECT job.id, title, description, location, latitude, longitude, skills, category_id, posted_at, closes_on,
      budget_from_paise, budget_to_paise, category.name AS category_name, category.name_hi AS category_name_hi
    FROM job JOIN category ON category.id = category_id
    WHERE job.id = ANY(${[...ids]}::bigint[]) AND state = 'open' ORDER BY job.id FOR NO KEY UPDATE OF job`.execute(
    tx,
  );
  const open = new Set(rows.map(({ id }) => id));
  const closed = ids.filter((id) => !open.has(id));
  if (closed.length > 0) await tx.deleteFrom('job_search').where('job_id', 'in', closed).execute();
  if (rows.length > 0) await writeJobs(tx, rows, listSpellings);
}

async function writeJobs(tx: Tx, jobs: readonly SourceRow[], listSpellings: ListSpellings): Promise<void> {
  const built = jobs.map((job) => buildTokens(job, listSpellings));
  const rows = jobs.map((job, index) => ({
    job_id: job.id,
    posted_at: job.posted_at.toISOString(),
    closes_on: job.closes_on,
    latitude: job.latitude,
    longitude: job.longitude,
    budget_from_paise: job.budget_from_paise,
    budget_to_paise: job.budget_to_paise,
    tokens: built[index]?.tokens ?? [],
  }));
  await sql`
    INSERT INTO job_search (job_id, version, posted_at, closes_on, latitude, longitude, budget_from_paise,
      budget_to_paise, tokens)
    SELECT job_id, ${INDEX_VERSION}, posted_at, closes_on, latitude, longitude, budget_from_paise, budget_to_paise,
      array_to_tsvector(tokens)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (job_id bigint, posted_at timestamptz, closes_on date,
      latitude float8, longitude float8, budget_from_paise bigint, budget_to_paise bigint, tokens text[])
    ON CONFLICT (job_id) DO UPDATE SET (version, posted_at, closes_on, latitude, longitude, budget_from_paise,
      budget_to_paise, tokens) = (excluded.version, excluded.posted_at, excluded.closes_on, excluded.latitude,
      excluded.longitude, excluded.budget_from_paise, excluded.budget_to_paise, excluded.tokens)`.execute(tx);
  await writeTerms(tx, jobs, built);
}

/** In the order of their keys, so that two transactions insert the same ones in the same order. */
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
    INSERT INTO search_term (kind, key, text)
    SELECT kind, key, text FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (kind text, key text, text text)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** The ids of the next open jobs, and of those among them whose row is missing or of another version. */
export async function listOpenJobs(
  db: Db | Tx,
  after: number,
  limit: number,
): Promise<{ ids: number[]; unindexed: number[] }> {
  const { rows } = await sql<{ id: number; is_indexed: boolean }>`
    SELECT job.id, job_search.version IS NOT DISTINCT FROM ${INDEX_VERSION} AS is_indexed
    FROM (SELECT id FROM job WHERE id > ${after} AND state = 'open' ORDER BY id LIMIT ${limit}) job
    LEFT JOIN job_search ON job_search.job_id = job.id ORDER BY job.id`.execute(db);
  const unindexed = rows.filter(({ is_indexed: isIndexed }) => !isIndexed);
  return { ids: rows.map(({ id }) => id), unindexed: unindexed.map(({ id }) => id) };
}

const BATCH_SIZE = 500;

/** Indexes every open job again, and forgets those that are gone. Returns how many are open. */
export async function rebuildSearch(db: Db, listSpellings: ListSpellings): Promise<number> {
  let jobs = 0;
  let after = 0;
  for (;;) {
    const { ids } = await listOpenJobs(db, after, BATCH_SIZE);
    const last = ids.at(-1);
    if (last === undefined) break;
    await inTx(db, (tx) => indexJobs(tx, ids, listSpellings));
    jobs += ids.length;
    after = last;
  }
  await inTx(db, (tx) =>
    sql`DELETE FROM job_search WHERE NOT EXISTS (
      SELECT 1 FROM job WHERE job.id = job_search.job_id AND state = 'open')`.execute(tx),
  );
  return jobs;
}
