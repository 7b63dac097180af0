import { Batcher } from '../../../platform/batcher.ts';
import { read, type Db } from '../../../platform/db/index.ts';
import { COLUMN_SQL, COLUMNS, toListName, type Column, type Columns } from './columns.ts';
import { FreshSegment, type FreshJob, type Segment } from './fresh-segment.ts';
import { ListCache } from './lists.ts';
import { createBits, invertBits, removeBit, type Bits, type List } from './positions.ts';

// The index as this process knows it: the segments, whose lists it reads when a search needs them, and the jobs that have
// changed since. Each search first asks for changes.

interface StoredSegment {
  id: number;
  jobs: number;
  live: Bits;
  /** Ascending. */
  jobIds: Float64Array;
}

interface State {
  generation: number;
  lastChange: number;
  segments: readonly StoredSegment[];
  fresh: FreshSegment;
}

/** More are read by several statements. */
const CHANGES_MAX = 2_000;

interface ChangeRow extends Record<Column, number | null> {
  generation: number;
  last_change: number;
  change: number | null;
  tokens: string | null;
}

/** By the index of changes, whatever the planner believes about their number. */
export const buildChangesQuery = (after: number) => ({
  name: 'search_changes',
  text: `SELECT generation, last_change, change.*
    FROM search_state LEFT JOIN LATERAL (
      SELECT change, tokens, ${COLUMNS.map((column) => `(${COLUMN_SQL[column]})::float8 AS "${column}"`).join(', ')}
      FROM search_job WHERE change > $1::bigint ORDER BY change LIMIT ${CHANGES_MAX}) change ON true`,
  values: [after],
});

export const SEGMENTS_QUERY = {
  name: 'search_segments',
  text: `SELECT generation, merged_change, search_segment.id, jobs, removed
    FROM search_state LEFT JOIN search_segment ON retired_at IS NULL ORDER BY search_segment.id`,
  values: [],
};

interface SegmentRow {
  generation: number;
  merged_change: number;
  id: number | null;
  jobs: number;
  removed: Buffer;
}

export class SearchIndex {
  readonly #db: Db;
  readonly #lists: ListCache;
  readonly #states: Batcher<null, State>;
  #state: State | undefined;
  #loading: Promise<State> | undefined;

  constructor(db: Db) {
    this.#db = db;
    this.#lists = new ListCache(db);
    this.#states = new Batcher(async () => {
      const state = await this.#readChanges();
      return () => state;
    });
  }

  /** The segments with the lists of these tokens and these columns, and every change that has been committed. */
  async read(tokens: readonly string[], columns: readonly Column[]): Promise<Segment[]> {
    const { segments, fresh } = await this.#states.load(null);
    const names = [...new Set([...tokens, ...columns.map(toListName)])];
    const sizes = new Map(segments.map(({ id, jobs }) => [id, jobs]));
    const lists = await this.#lists.load(names, sizes);
    return [
      fresh.getSegment(),
      ...segments.map(({ id, live }) => {
        const found = lists.get(id) ?? new Map<string, List>();
        return { live, lists: found, columns: pickColumns(found) };
      }),
    ];
  }

  /** Reads what nearly every search needs: the changes and the numbers of all jobs. Searches may run meanwhile. */
  async warmUp(): Promise<void> {
    const { segments } = await this.#states.load(null);
    const sizes = new Map(segments.map(({ id, jobs }) => [id, jobs]));
    // One after the other, so that requests get their turn.
    for (const column of COLUMNS) await this.#lists.load([toListName(column)], sizes);
  }

  /** Repeats while a merge or many changes come between. */
  async #readChanges(): Promise<State> {
    for (;;) {
      const state = this.#state ?? (await this.#load());
      const known = state.lastChange;
      const rows = await read<ChangeRow>(this.#db, buildChangesQuery(known));
      const { generation, last_change: lastChange } = rows[0] ?? { generation: -1, last_change: 0 };
      const isLost = generation < state.generation || lastChange < known;
      // After a failover that has lost changes, others get the numbers that were kept.
      if (isLost) this.#lists.clear();
      if (isLost || generation !== state.generation) {
        if (this.#state === state) this.#state = undefined;
        continue;
      }
      for (const row of rows) applyChange(state, row);
      if (rows.length < CHANGES_MAX) return state;
    }
  }

  /** Shared by all that wait: whether the state is still true, they find out with the changes. */
  #load(): Promise<State> {
    this.#loading ??= this.#readState().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #readState(): Promise<State> {
    const rows = await read<SegmentRow>(this.#db, SEGMENTS_QUERY);
    const stored = rows.filter((row) => row.id !== null) as (SegmentRow & { id: number })[];
    const name = toListName('id');
    const lists = await this.#lists.load([name], new Map(stored.map(({ id, jobs }) => [id, jobs])));
    this.#state = {
      generation: rows[0]?.generation ?? 0,
      lastChange: rows[0]?.merged_change ?? 0,
      fresh: new FreshSegment(),
      segments: stored.map(({ id, jobs, removed }) => ({
        id,
        jobs,
        live: invertBits(readBits(removed, jobs), jobs),
        jobIds: toValues(lists.get(id)?.get(name)),
      })),
    };
    return this.#state;
  }
}

const indexes = new WeakMap<Db, SearchIndex>();

/** The index of this process. */
export function getSearchIndex(db: Db): SearchIndex {
  const index = indexes.get(db) ?? new SearchIndex(db);
  indexes.set(db, index);
  return index;
}

/** Changes arrive in the order of their numbers. One that is known already comes from a concurrent request. */
function applyChange(state: State, { change, tokens, ...row }: ChangeRow): void {
  if (change === null || change <= state.lastChange) return;
  state.lastChange = change;
  const job = row as unknown as Omit<FreshJob, 'tokens'>;
  for (const { jobIds, live } of state.segments) {
    const position = findJob(jobIds, job.id);
    if (position >= 0) removeBit(live, position);
  }
  if (tokens === null) state.fresh.remove(job.id);
  else state.fresh.add({ ...pickValues(job), tokens: tokens.split(' ') });
}

const pickValues = (row: Omit<FreshJob, 'tokens'>): Omit<FreshJob, 'tokens'> =>
  Object.fromEntries(COLUMNS.map((column) => [column, row[column]])) as Omit<FreshJob, 'tokens'>;

const pickColumns = (lists: ReadonlyMap<string, List>): Columns =>
  Object.fromEntries(COLUMNS.map((column) => [column, toValues(lists.get(toListName(column)))])) as Record<
    Column,
    Float64Array
  >;

const NO_VALUES = new Float64Array(0);
const toValues = (list: List | undefined): Float64Array => (list instanceof Float64Array ? list : NO_VALUES);

/** Bits as they are stored. */
export function readBits(data: Buffer, positions: number): Bits {
  const bits = createBits(positions);
  for (let index = 0; index < bits.length; index++) bits[index] = data.readUInt32LE(index * 4);
  return bits;
}

/** The position of a job; negative when there is none. */
export function findJob(jobIds: Float64Array, id: number): number {
  let [low, high] = [0, jobIds.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = jobIds[middle] ?? 0;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
