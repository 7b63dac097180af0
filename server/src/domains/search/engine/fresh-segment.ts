import { COLUMNS, type Column, type Columns } from './columns.ts';
import { addBit, createBits, removeBit, type Bits, type List } from './positions.ts';

export interface FreshJob extends Record<Column, number> {
  tokens: readonly string[];
}

/** The jobs that have changed since the last merge, in memory. A job that changes again gets a new position. */
export class FreshSegment {
  readonly #lists = new Map<string, number[]>();
  readonly #positions = new Map<number, number>();
  #jobs = 0;
  #columns = buildColumns(() => new Float64Array(FIRST_CAPACITY));
  #live: Bits = createBits(FIRST_CAPACITY);

  /** As it is now. */
  getSegment(): Segment {
    return { live: this.#live, columns: this.#columns, lists: this.#lists };
  }

  add({ tokens, ...values }: FreshJob): void {
    this.remove(values.id);
    const position = this.#jobs++;
    if (position >= this.#columns.id.length) this.#grow();
    for (const column of COLUMNS) this.#columns[column][position] = values[column];
    for (const token of tokens) {
      const list = this.#lists.get(token);
      if (list) list.push(position);
      else this.#lists.set(token, [position]);
    }
    this.#positions.set(values.id, position);
    addBit(this.#live, position);
  }

  remove(id: number): void {
    const position = this.#positions.get(id);
    if (position === undefined) return;
    removeBit(this.#live, position);
    this.#positions.delete(id);
  }

  #grow(): void {
    const columns = this.#columns;
    this.#columns = buildColumns((column) => {
      const larger = new Float64Array(columns[column].length * 2);
      larger.set(columns[column]);
      return larger;
    });
    const live = new Uint32Array(this.#live.length * 2);
    live.set(this.#live);
    this.#live = live;
  }
}

/** A multiple of 32. */
const FIRST_CAPACITY = 256;

const buildColumns = (build: (column: Column) => Float64Array): Record<Column, Float64Array> =>
  Object.fromEntries(COLUMNS.map((column) => [column, build(column)])) as Record<Column, Float64Array>;

/** What a search reads of a part of the index. */
export interface Segment {
  live: Bits;
  columns: Columns;
  lists: ReadonlyMap<string, List>;
}
