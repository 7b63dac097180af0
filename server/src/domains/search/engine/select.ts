import { JOBS_COUNTED_MAX, type Position, type SearchSort } from '@fws/contract/jobs/model';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Column, Columns } from './columns.ts';
import { all, type Condition, type Tier } from './conditions.ts';
import { buildBox, calculateDistanceKm, EVERYWHERE, type Box } from './distance.ts';
import type { Segment } from './fresh-segment.ts';
import { Evaluator, Scratch, type Bits } from './positions.ts';

export interface Selection {
  sort: SearchSort;
  tiers: readonly Tier[];
  /** What the jobs of all tiers have. */
  filter: Condition;
  origin: Position | null;
  /** Only jobs whose position is known and this near. */
  radiusKm: number | null;
  budgetFromPaise: number | null;
  budgetToPaise: number | null;
  /** The days, since 1970, on which a job may close. */
  closesFrom: number;
  closesTo: number | null;
  after: Place | null;
  limit: number;
}

export interface FoundRow {
  id: number;
  tier: number;
  /** Milliseconds, days or kilometres, by the sort. */
  sortKey: number;
  distanceKm: number | null;
}

/** The position in a list. */
export interface Place {
  tier: number;
  sortKey: number;
  id: number;
}

export const toKey = ({ tier, sortKey, id }: FoundRow, sort: SearchSort): CursorKey => [
  `${sort} ${tier} ${sortKey}`,
  id,
];

/** Null for a cursor of another order. */
export function readKey([sortKey, id]: CursorKey, sort: SearchSort): Place | null {
  const [of, tier, key, ...others] = sortKey.split(' ');
  const place = { tier: Number(tier), sortKey: Number(key), id };
  const isOwn =
    of === sort &&
    others.length === 0 &&
    id > 0 &&
    Number.isInteger(place.tier) &&
    key !== '' &&
    Number.isFinite(place.sortKey);
  return isOwn ? place : null;
}

/** The column of each order; null for the distance. Equal ones are in the same direction by their ids. */
const ORDERS: Record<SearchSort, { column: Column | null; sign: 1 | -1 }> = {
  relevance: { column: 'postedMs', sign: -1 },
  latest: { column: 'postedMs', sign: -1 },
  oldest: { column: 'postedMs', sign: 1 },
  closing_soon: { column: 'closesDay', sign: 1 },
  nearest: { column: null, sign: 1 },
};

export function listColumns({ sort, origin, budgetFromPaise, budgetToPaise }: Selection): Column[] {
  const { column } = ORDERS[sort];
  return [
    'id',
    'closesDay',
    ...(column === null ? [] : [column]),
    ...(origin === null ? [] : (['latitude', 'longitude'] as const)),
    ...(budgetFromPaise === null ? [] : (['budgetToPaise'] as const)),
    ...(budgetToPaise === null ? [] : (['budgetFromPaise'] as const)),
  ];
}

/** For one selection at a time: selecting waits for nothing. */
const scratch = new Scratch();

/** The first jobs in the order, and how many there are in all. Counting may stop above the maximum. */
export function selectJobs(
  segments: readonly Segment[],
  selection: Selection,
): { rows: FoundRow[]; total: number } {
  const { tiers, filter, limit } = selection;
  const parts = tiers.map(({ tier, condition }) => ({
    condition: all(filter, condition),
    selector: new TierSelector(tier, selection),
  }));
  for (const { live, columns, lists } of segments) {
    const evaluator = new Evaluator(live, lists, scratch);
    let [found, counted] = [0, 0];
    for (const { condition, selector } of parts) {
      // Better jobs fill the page, and there are more than are counted.
      if (found >= limit && counted > JOBS_COUNTED_MAX) break;
      const bits = evaluator.evaluate(condition);
      if (bits !== null) selector.select(bits, live, columns);
      found += selector.rows.length;
      counted += selector.total;
    }
  }
  return {
    rows: parts.flatMap(({ selector: { rows } }) => rows).slice(0, limit),
    total: parts.reduce((sum, { selector: { total } }) => sum + total, 0),
  };
}

/** Keeps the first jobs of a tier. */
class TierSelector {
  readonly rows: FoundRow[] = [];
  total = 0;
  readonly #tier: number;
  readonly #selection: Selection;
  readonly #sign: 1 | -1;
  readonly #sortColumn: Column | null;
  /** Jobs outside of it are too far away. */
  readonly #circle: Box | null;
  /** A job with a key beyond this comes after all rows. Keys ascend in the order of the list. */
  #lastKey = Infinity;
  #lastId = 0;
  /** Jobs outside of it are farther away than that. */
  #reach: Box = EVERYWHERE;

  constructor(tier: number, selection: Selection) {
    const { sort, origin, radiusKm } = selection;
    this.#tier = tier;
    this.#selection = selection;
    this.#sign = ORDERS[sort].sign;
    this.#sortColumn = ORDERS[sort].column;
    this.#circle = origin && radiusKm !== null ? buildBox(origin, radiusKm) : null;
  }

  /** This runs for each of thousands of jobs. Once enough are counted, most need no more than a look at their key. */
  select(bits: Bits, live: Bits, columns: Columns): void {
    const { closesFrom, closesTo, budgetFromPaise, budgetToPaise, origin } = this.#selection;
    const { closesDay } = columns;
    const [leastTo, mostFrom] = [budgetFromPaise ?? -Infinity, budgetToPaise ?? Infinity];
    const budgetFrom = budgetToPaise === null ? closesDay : columns.budgetFromPaise;
    const budgetTo = budgetFromPaise === null ? closesDay : columns.budgetToPaise;
    const closesBy = closesTo ?? Infinity;
    const place = this.#circle !== null || this.#sortColumn === null ? origin : null;
    const keys = this.#sortColumn === null ? null : columns[this.#sortColumn];
    const sign = this.#sign;
    for (let index = 0; index < live.length; index++)
      for (let word = (bits[index] ?? 0) & (live[index] ?? 0); word !== 0; word &= word - 1) {
        const position = index * 32 + 31 - Math.clz32(word & -word);
        const key = keys === null ? -Infinity : sign * (keys[position] ?? 0);
        if (key > this.#lastKey && this.total > JOBS_COUNTED_MAX) continue;
        const day = closesDay[position] ?? 0;
        if (day < closesFrom || day > closesBy) continue;
        if ((budgetTo[position] ?? 0) < leastTo || (budgetFrom[position] ?? 0) > mostFrom) continue;
        if (place) this.#addNear(place, key, position, columns);
        else {
          this.total += 1;
          if (key <= this.#lastKey) this.#keep(key, position, columns);
        }
      }
  }

  #addNear(origin: Position, columnKey: number, position: number, columns: Columns): void {
    const latitude = columns.latitude[position] ?? Number.NaN;
    const longitude = columns.longitude[position] ?? Number.NaN;
    // False where the position is not known.
    if (!contains(this.#circle ?? EVERYWHERE, latitude, longitude)) return;
    const { radiusKm } = this.#selection;
    if (!contains(this.#reach, latitude, longitude) && (radiusKm === null || this.total > JOBS_COUNTED_MAX)) {
      this.total += 1;
      return;
    }
    const distanceKm = calculateDistanceKm(origin, { latitude, longitude });
    if (radiusKm !== null && distanceKm > radiusKm) return;
    this.total += 1;
    const key = this.#sortColumn === null ? distanceKm : columnKey;
    if (key <= this.#lastKey) this.#keep(key, position, columns);
  }

  #keep(key: number, position: number, columns: Columns): void {
    const { rows } = this;
    const { limit, origin, after } = this.#selection;
    const sign = this.#sign;
    const id = columns.id[position] ?? 0;
    // Thousands of jobs close on the same day.
    if (key === this.#lastKey && sign * (id - this.#lastId) > 0) return;
    const compare = (row: Pick<FoundRow, 'sortKey' | 'id'>) =>
      key - sign * row.sortKey || sign * (id - row.id);
    if (after && this.#tier <= after.tier && (this.#tier < after.tier || compare(after) <= 0)) return;
    const next = rows.findIndex((row) => compare(row) < 0);
    if (next < 0 && rows.length === limit) return;
    const distanceKm = origin && measureDistance(origin, columns, position);
    rows.splice(next < 0 ? rows.length : next, 0, { id, tier: this.#tier, sortKey: sign * key, distanceKm });
    if (rows.length > limit) rows.pop();
    if (rows.length < limit) return;
    const last = rows.at(-1);
    this.#lastKey = sign * (last?.sortKey ?? Infinity);
    this.#lastId = last?.id ?? 0;
    if (this.#sortColumn === null && origin) this.#reach = buildBox(origin, this.#lastKey);
  }
}

const contains = ({ south, north, west, east }: Box, latitude: number, longitude: number): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

function measureDistance(origin: Position, columns: Columns, position: number): number | null {
  const latitude = columns.latitude[position] ?? Number.NaN;
  const longitude = columns.longitude[position] ?? Number.NaN;
  return Number.isNaN(latitude) ? null : calculateDistanceKm(origin, { latitude, longitude });
}
