import { sql } from 'kysely';
import { inLongTx, type Db, type Tx } from '../../../platform/db/index.ts';
import { COLUMN_SQL, COLUMNS, toListName } from './columns.ts';
import { readValues } from './lists.ts';
import { addBit, countBits, createBits, hasBit, invertBits, listPositions, type Bits } from './positions.ts';
import { findJob, readBits } from './search-index.ts';

// Writes the jobs that have changed into segments of the index. Small segments, and those most of whose jobs are gone,
// are written again together with them, so that there are never many.

/** With fewer changes, searches read them from search_job. */
export const MERGE_FROM = 4_000;
/** Positions have two bytes. */
export const SEGMENT_JOBS = 65_536;
/** A segment is written again with at least this share of its jobs. */
const GROWTH = 2;
/** The tokens of a segment are sorted in memory. */
const SORT_MEMORY = '128MB';

interface StoredSegment {
  id: number;
  jobs: number;
  removed: Bits;
  jobIds: Float64Array;
  isChanged: boolean;
}

/** Returns whether there was enough to merge. */
export const mergeChanges = (db: Db, mergeFrom = MERGE_FROM): Promise<boolean> =>
  inLongTx(db, async (tx) => {
    await sql`SELECT set_config('work_mem', ${SORT_MEMORY}, true)`.execute(tx);
    // One merge at a time. Changes go on.
    await sql`LOCK TABLE search_segment IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
    const state = await tx
      .selectFrom('search_state')
      .select(['last_change', 'merged_change'])
      .executeTakeFirstOrThrow();
    if (state.last_change - state.merged_change < mergeFrom) return false;
    const changed = await loadChangedJobs(tx, state.merged_change, state.last_change);
    const segments = await loadSegments(tx);
    for (const segment of segments) removeJobs(segment, changed);
    const rewritten = chooseSegments(segments, changed.open.length);
    const open = new Set([...changed.open, ...rewritten.flatMap(listLiveJobs)]);
    const jobIds = [...open].toSorted((a, b) => a - b);
    for (let start = 0; start < jobIds.length; start += SEGMENT_JOBS)
      await writeSegment(tx, jobIds.slice(start, start + SEGMENT_JOBS));
    const kept = segments.filter((segment) => segment.isChanged && !rewritten.includes(segment));
    await writeRemoved(tx, kept);
    await retireSegments(
      tx,
      rewritten.map(({ id }) => id),
    );
    // Locks the state before rows of search_job, as every other change does.
    await sql`UPDATE search_state SET generation = generation + 1, merged_change = ${state.last_change}`.execute(
      tx,
    );
    await sql`DELETE FROM search_job WHERE tokens IS NULL AND change <= ${state.last_change}`.execute(tx);
    return true;
  });

interface ChangedJobs {
  open: readonly number[];
  closed: readonly number[];
}

async function loadChangedJobs(tx: Tx, after: number, last: number): Promise<ChangedJobs> {
  const { rows } = await sql<{ open: number[] | null; closed: number[] | null }>`
    SELECT array_agg(job_id::float8) FILTER (WHERE tokens IS NOT NULL) AS open,
      array_agg(job_id::float8) FILTER (WHERE tokens IS NULL) AS closed
    FROM search_job WHERE change > ${after} AND change <= ${last}`.execute(tx);
  return { open: rows[0]?.open ?? [], closed: rows[0]?.closed ?? [] };
}

async function loadSegments(tx: Tx): Promise<StoredSegment[]> {
  const { rows } = await sql<{ id: number; jobs: number; removed: Buffer; data: Buffer }>`
    SELECT id, jobs, removed, data FROM search_segment
    JOIN search_list ON segment_id = id AND name = ${toListName('id')} WHERE retired_at IS NULL`.execute(tx);
  return rows.map(({ id, jobs, removed, data }) => ({
    id,
    jobs,
    removed: readBits(removed, jobs),
    jobIds: readValues(data),
    isChanged: false,
  }));
}

function removeJobs(segment: StoredSegment, { open, closed }: ChangedJobs): void {
  for (const ids of [open, closed])
    for (const id of ids) {
      const position = findJob(segment.jobIds, id);
      if (position < 0 || hasBit(segment.removed, position)) continue;
      addBit(segment.removed, position);
      segment.isChanged = true;
    }
}

/** Those that are not much larger than what is written anyway, so that a job is written again only some times. */
function chooseSegments(segments: readonly StoredSegment[], newJobs: number): StoredSegment[] {
  const sized = segments.map((segment) => ({ segment, live: segment.jobs - countBits(segment.removed) }));
  const chosen: StoredSegment[] = [];
  let total = newJobs;
  for (const { segment, live } of sized.toSorted((a, b) => a.live - b.live)) {
    const isSmall = live <= SEGMENT_JOBS / 2 && live <= total * GROWTH;
    if (!isSmall && live > segment.jobs / 2) continue;
    chosen.push(segment);
    total += live;
  }
  return chosen;
}

const listLiveJobs = ({ jobs, removed, jobIds }: StoredSegment): number[] =>
  listPositions(invertBits(removed, jobs)).map((position) => jobIds[position] ?? 0);

/** The ids ascend. */
async function writeSegment(tx: Tx, jobIds: readonly number[]): Promise<void> {
  const { id } = await tx
    .insertInto('search_segment')
    .values({ jobs: jobIds.length, removed: writeBits(createBits(jobIds.length)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const columns = COLUMNS.map(
    (column) => sql`
      UNION ALL
      SELECT ${toListName(column)}, ${id}, string_agg(float8send((${sql.raw(COLUMN_SQL[column])})::float8), '' ORDER BY position)
      FROM job`,
  );
  // A job that has been closed or changed since is read from its row.
  await sql`
    WITH job AS MATERIALIZED (
      SELECT asked.job_id, number - 1 AS position, coalesce(posted_at, 'epoch') AS posted_at,
        coalesce(closes_on, 'epoch') AS closes_on, latitude, longitude, coalesce(budget_from_paise, 0) AS budget_from_paise,
        coalesce(budget_to_paise, 0) AS budget_to_paise, tokens
      FROM unnest(${[...jobIds]}::bigint[]) WITH ORDINALITY AS asked (job_id, number)
      LEFT JOIN search_job ON search_job.job_id = asked.job_id)
    INSERT INTO search_list (name, segment_id, data)
    SELECT token, ${id}::bigint, string_agg(int2send((CASE WHEN position > 32767 THEN position - 65536 ELSE position END)::int2),
      '' ORDER BY position)
    FROM job CROSS JOIN string_to_table(tokens, ' ') token GROUP BY token
    ${sql.join(columns, sql``)}`.execute(tx);
}

async function writeRemoved(tx: Tx, segments: readonly StoredSegment[]): Promise<void> {
  const rows = segments.map(({ id, removed }) => ({ id, removed: writeBits(removed).toString('base64') }));
  await sql`UPDATE search_segment SET removed = decode(row.removed, 'base64')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (id bigint, removed text)
    WHERE search_segment.id = row.id`.execute(tx);
}

const KEEP_RETIRED = '1 hour';

/** A search that has begun still reads the lists of retired segments. */
async function retireSegments(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM search_segment WHERE retired_at < now() - ${KEEP_RETIRED}::interval`.execute(tx);
  await sql`UPDATE search_segment SET retired_at = now() WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

function writeBits(bits: Bits): Buffer {
  const data = Buffer.alloc(bits.length * 4);
  for (const [index, word] of bits.entries()) data.writeUInt32LE(word, index * 4);
  return data;
}
