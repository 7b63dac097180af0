import type { Position, SearchSort } from '@fws/contract/jobs/model';
import type { CursorKey } from '../../platform/cursor.ts';
import { buildDistanceSql } from './cells.ts';
import { toQuery, type Part } from './parts.ts';
import { JOB_TOKEN } from './tokens.ts';

export interface SearchStatement {
  sort: SearchSort;
  /** Only jobs whose position is known. */
  hasPosition: boolean;
  parts: readonly Part[];
  origin: Position | null;
  radiusKm: number | null;
  budgetFromPaise: number | null;
  budgetToPaise: number | null;
  today: string;
  /** The last date on which a job may close. */
  closesBy: string | null;
  after: Place | null;
  /** How many rows are returned. */
  limit: number;
  /** How many jobs are counted. */
  counted: number;
}

export interface FoundRow {
  id: number;
  tier: number;
  /** Milliseconds, days or kilometres, by the sort. */
  sort_key: number;
  distance_km: number | null;
  total: number;
}

/** The position in a list. */
export interface Place {
  tier: number;
  sortKey: number;
  id: number;
}

export const toKey = ({ tier, sort_key: sortKey, id }: FoundRow, sort: SearchSort): CursorKey => [
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

/** The key of each sort in SQL, and whether it descends. */
const KEYS: Record<SearchSort, { key: (distance: string) => string; direction: 'ASC' | 'DESC' }> = {
  relevance: { key: () => POSTED_MS, direction: 'DESC' },
  latest: { key: () => POSTED_MS, direction: 'DESC' },
  oldest: { key: () => POSTED_MS, direction: 'ASC' },
  closing_soon: { key: () => `(closes_on - date '1970-01-01')::float8`, direction: 'ASC' },
  nearest: { key: (distance) => distance, direction: 'ASC' },
};
const POSTED_MS = '(extract(epoch FROM posted_at) * 1000)::float8';

/**
 * Reads the parts in turn, each by the index of the tokens, until there are enough jobs: PostgreSQL does not begin with a
 * part that is not needed.
 */
export function buildSearchQuery(search: SearchStatement) {
  const { sort, origin, radiusKm, budgetFromPaise, budgetToPaise, closesBy, after, limit, counted } = search;
  const parts = search.parts.filter((part) => !after || !isBefore(part, after, sort));
  const pieces = parts.flatMap(({ condition, buckets }, index) =>
    buckets.map((bucket) => ({
      part: index + 1,
      query: toQuery(condition, bucket) ?? toQuery(JOB_TOKEN, bucket),
    })),
  );
  const values: unknown[] = [
    pieces.map(({ query }) => query),
    pieces.map(({ part }) => part),
    parts.map(({ tier }) => tier),
    parts.map(({ from }) => from),
    parts.map(({ to }) => to),
    search.today,
    limit,
    Math.max(limit, counted),
  ];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const distance = origin
    ? buildDistanceSql(addValue(origin.latitude), addValue(origin.longitude))
    : 'NULL::float8';
  const { key, direction } = KEYS[sort];
  const where = ['closes_on >= $6::date'];
  if (closesBy !== null) where.push(`closes_on <= ${addValue(closesBy)}::date`);
  if (budgetFromPaise !== null) where.push(`budget_to_paise >= ${addValue(budgetFromPaise)}::bigint`);
  if (budgetToPaise !== null) where.push(`budget_from_paise <= ${addValue(budgetToPaise)}::bigint`);
  if (search.hasPosition) where.push('latitude IS NOT NULL');
  if (radiusKm !== null) where.push(`${distance} <= ${addValue(radiusKm)}::float8`);
  const bound =
    sort === 'nearest'
      ? 'sort_key > part.from_key AND sort_key <= part.to_key'
      : 'sort_key >= part.from_key AND sort_key < part.to_key';
  const following = after
    ? `AND (part.tier > ${addValue(after.tier)}::int OR (sort_key, job_id) ${direction === 'ASC' ? '>' : '<'} (${addValue(after.sortKey)}::float8, ${addValue(after.id)}::bigint))`
    : '';
  const text = `
WITH found AS MATERIALIZED (
  SELECT job.job_id AS id, part.tier, job.sort_key, job.distance_km
  FROM unnest($3::int[], $4::float8[], $5::float8[]) WITH ORDINALITY AS part (tier, from_key, to_key, number)
  CROSS JOIN LATERAL (
    SELECT job.job_id, job.sort_key, job.distance_km
    FROM unnest($1::tsquery[], $2::int[]) AS piece (query, part_number)
    CROSS JOIN LATERAL (
      SELECT job_id, ${distance} AS distance_km, ${key(distance)} AS sort_key
      FROM job_search WHERE tokens @@ piece.query AND ${where.join(' AND ')} OFFSET 0) job
    WHERE piece.part_number = part.number AND ${bound} ${following}
    ORDER BY sort_key ${direction}, job_id ${direction} LIMIT $8) job
  LIMIT $8)
SELECT id, tier, sort_key, distance_km, (SELECT count(*) FROM found) AS total FROM found
ORDER BY tier, sort_key ${direction}, id ${direction} LIMIT $7`;
  const name = [
    'search',
    sort,
    budgetFromPaise !== null,
    budgetToPaise !== null,
    closesBy !== null,
    radiusKm !== null,
    origin !== null,
    after !== null,
    search.hasPosition,
  ]
    .map((part) => (typeof part === 'boolean' ? Number(part) : part))
    .join('_');
  return { name, text, values };
}

/** Whether the cursor lies behind all jobs of the part. */
function isBefore({ tier, from, to }: Part, after: Place, sort: SearchSort): boolean {
  if (tier !== after.tier) return tier < after.tier;
  return KEYS[sort].direction === 'ASC' ? to < after.sortKey : from > after.sortKey;
}
