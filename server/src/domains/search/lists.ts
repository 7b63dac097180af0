import { read, type Db } from '../../platform/db/index.ts';
import { isColumnName } from './columns.ts';
import { createBits, fillBits, type List } from './positions.ts';

// The stored lists of segments. They never change, so what has been read is kept.

/** What is kept, for each job and in any case. A job has 56 bytes of columns and about 45 of positions. */
const KEPT_BYTES_PER_JOB = 150;
const KEPT_BYTES = 8 * 1024 * 1024;
/** What a list takes besides its data, and what a name does. */
const LIST_BYTES = 100;
const NAME_BYTES = 400;

interface Row {
  name: string;
  segment_id: number;
  data: Buffer;
}

interface Entry {
  bySegment: Map<number, List>;
  bytes: number;
}

const NO_POSITIONS = new Uint16Array(0);

/** By segment, then by name. */
export type Lists = ReadonlyMap<number, ReadonlyMap<string, List>>;

export const buildListsQuery = (names: readonly string[], segmentIds: readonly number[]) => ({
  name: 'search_lists',
  text: `SELECT name, segment_id, data FROM search_list
    WHERE name = ANY($1::text[]) AND segment_id = ANY($2::bigint[])`,
  values: [names, segmentIds],
});

export class ListCache {
  readonly #db: Db;
  /** The most recently used name is the last. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #maxBytes = KEPT_BYTES;

  constructor(db: Db) {
    this.#db = db;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** `sizes` has the number of jobs of each segment. */
  async load(names: readonly string[], sizes: ReadonlyMap<number, number>): Promise<Lists> {
    const ids = [...sizes.keys()];
    const found = new Map(ids.map((id) => [id, new Map<string, List>()]));
    const missing: string[] = [];
    for (const name of names) {
      const entry = this.#entries.get(name);
      if (!entry || ids.some((id) => !entry.bySegment.has(id))) missing.push(name);
      else {
        this.#entries.delete(name);
        this.#entries.set(name, entry);
        for (const id of ids) found.get(id)?.set(name, entry.bySegment.get(id) ?? NO_POSITIONS);
      }
    }
    if (missing.length === 0 || ids.length === 0) return found;
    this.#maxBytes =
      KEPT_BYTES + KEPT_BYTES_PER_JOB * [...sizes.values()].reduce((sum, jobs) => sum + jobs, 0);
    const rows = await this.#read(missing, ids);
    const lists = new Map(missing.map((name) => [name, new Map<number, List>()]));
    for (const { name, segment_id: id, data } of rows)
      lists
        .get(name)
        ?.set(id, isColumnName(name) ? readValues(data) : readPositions(data, sizes.get(id) ?? 0));
    for (const [name, bySegment] of lists) {
      const kept = this.#entries.get(name)?.bySegment;
      for (const id of ids) {
        const list = bySegment.get(id) ?? kept?.get(id) ?? NO_POSITIONS;
        bySegment.set(id, list);
        found.get(id)?.set(name, list);
      }
      this.#keep(name, bySegment);
    }
    return found;
  }

  /** Only what is not kept of each name: after a merge, the lists of the new segments. */
  #read(names: readonly string[], ids: readonly number[]): Promise<Row[]> {
    const isKept = (id: number) => names.every((name) => this.#entries.get(name)?.bySegment.has(id));
    return read<Row>(
      this.#db,
      buildListsQuery(
        names,
        ids.filter((id) => !isKept(id)),
      ),
    );
  }

  #keep(name: string, bySegment: Map<number, List>): void {
    this.#drop(name);
    const bytes = [...bySegment.values()].reduce(
      (sum, list) => sum + getByteLength(list) + LIST_BYTES,
      NAME_BYTES + name.length,
    );
    this.#entries.set(name, { bySegment, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}

const getByteLength = (list: List): number => (ArrayBuffer.isView(list) ? list.byteLength : 0);

/** Changes the bytes to the order of this machine, which is that of all machines that Node runs on today. */
export function readValues(data: Buffer): Float64Array {
  const values = new Float64Array(data.length / Float64Array.BYTES_PER_ELEMENT);
  data.swap64().copy(new Uint8Array(values.buffer));
  return values;
}

/** With positions of a larger share of the jobs, bits are shorter. */
const SPARSE = 1 / 16;

function readPositions(data: Buffer, jobs: number): List {
  const positions = new Uint16Array(data.length / Uint16Array.BYTES_PER_ELEMENT);
  data.swap16().copy(new Uint8Array(positions.buffer));
  return positions.length > jobs * SPARSE ? fillBits(positions, createBits(jobs)) : positions;
}
