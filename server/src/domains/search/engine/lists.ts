import { read, type Db } from '../../../platform/db/index.ts';
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

type Found = Map<number, Map<string, List>>;
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
  /** The names that are being read. */
  readonly #loading = new Map<string, Promise<void>>();
  #bytes = 0;
  readonly #keptBytes: number;
  #maxBytes: number;

  constructor(db: Db, keptBytes = KEPT_BYTES) {
    this.#db = db;
    this.#keptBytes = keptBytes;
    this.#maxBytes = keptBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** `sizes` has the number of jobs of each segment. Concurrent requests read each list once. */
  async load(names: readonly string[], sizes: ReadonlyMap<number, number>): Promise<Lists> {
    const ids = [...sizes.keys()];
    const found = new Map(ids.map((id) => [id, new Map<string, List>()]));
    const missing = names.filter((name) => !this.#addKept(name, found));
    const own = missing.filter((name) => !this.#loading.has(name));
    const others = missing.filter((name) => this.#loading.has(name));
    if (missing.length === 0 || ids.length === 0) return found;
    await Promise.all([
      own.length === 0 ? Promise.resolve() : this.#register(own, this.#read(own, sizes, found)),
      Promise.allSettled(others.flatMap((name) => this.#loading.get(name) ?? [])),
    ]);
    // Mostly kept by now. A failed request is repeated.
    if (others.length > 0)
      for (const [id, lists] of await this.load(others, sizes))
        for (const [name, list] of lists) found.get(id)?.set(name, list);
    return found;
  }

  /** Returns false when a list is missing. */
  #addKept(name: string, found: Found): boolean {
    const entry = this.#entries.get(name);
    if (!entry || [...found.keys()].some((id) => !entry.bySegment.has(id))) return false;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    for (const [id, lists] of found) lists.set(name, entry.bySegment.get(id) ?? NO_POSITIONS);
    return true;
  }

  async #register(names: readonly string[], reading: Promise<void>): Promise<void> {
    for (const name of names) this.#loading.set(name, reading);
    try {
      await reading;
    } finally {
      for (const name of names) this.#loading.delete(name);
    }
  }

  async #read(names: readonly string[], sizes: ReadonlyMap<number, number>, found: Found): Promise<void> {
    this.#maxBytes =
      this.#keptBytes + KEPT_BYTES_PER_JOB * [...sizes.values()].reduce((sum, jobs) => sum + jobs, 0);
    // Before it is read, because what is kept may be dropped meanwhile.
    const kept = new Map(names.map((name) => [name, this.#entries.get(name)?.bySegment]));
    const isKept = (id: number) => names.every((name) => kept.get(name)?.has(id));
    // After a merge, these are the new segments.
    const ids = [...sizes.keys()].filter((id) => !isKept(id));
    const rows = await read<Row>(this.#db, buildListsQuery(names, ids));
    const lists = new Map(names.map((name) => [name, new Map<number, List>()]));
    for (const { name, segment_id: id, data } of rows) {
      const list = isColumnName(name) ? readValues(data) : readPositions(data, sizes.get(id) ?? 0);
      lists.get(name)?.set(id, list);
    }
    for (const [name, bySegment] of lists) {
      for (const id of sizes.keys()) {
        const list = bySegment.get(id) ?? kept.get(name)?.get(id) ?? NO_POSITIONS;
        bySegment.set(id, list);
        found.get(id)?.set(name, list);
      }
      this.#keep(name, bySegment);
    }
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
