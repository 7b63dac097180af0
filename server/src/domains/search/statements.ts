import type { ExploreJobs } from '@fws/contract/jobs/schemas';
import { JOBS_COUNTED_MAX, type Position, type SearchSort } from '@fws/contract/jobs/model';
import type { CursorKey } from '../../platform/cursor.ts';

export interface SearchFilter extends Pick<
  ExploreJobs,
  'sort' | 'search' | 'radiusKm' | 'budgetFromPaise' | 'budgetToPaise' | 'limit'
> {
  today: string;
  categoryId: number | null;
  /** Where distances are measured from. */
  origin: Position | null;
  /** The words of the place, each with its spellings. */
  words: readonly (readonly string[])[];
  after: CursorKey | null;
}

export interface FoundRow {
  id: number;
  posted_at: Date;
  closes_on: string;
  distance_km: number | null;
}

const ORDER: Record<SearchSort, { by: string; after: string }> = {
  latest: { by: 'posted_at DESC, id DESC', after: '(posted_at, id) < ($a::timestamptz, $b::bigint)' },
  relevance: { by: 'posted_at DESC, id DESC', after: '(posted_at, id) < ($a::timestamptz, $b::bigint)' },
  oldest: { by: 'posted_at, id', after: '(posted_at, id) > ($a::timestamptz, $b::bigint)' },
  closing_soon: { by: 'closes_on, id', after: '(closes_on, id) > ($a::date, $b::bigint)' },
  nearest: { by: 'distance_km, id', after: '(distance_km, id) > ($a::float8, $b::bigint)' },
};

export const toKey = (sort: SearchSort, row: FoundRow): CursorKey => {
  if (sort === 'nearest') return [String(row.distance_km), row.id];
  return [sort === 'closing_soon' ? row.closes_on : row.posted_at.toISOString(), row.id];
};

export const isOwnKey = (sort: SearchSort, [sortKey, id]: CursorKey): boolean =>
  id > 0 && (sort === 'nearest' ? Number(sortKey) >= 0 : !Number.isNaN(Date.parse(sortKey)));

function buildSelection(filter: Omit<SearchFilter, 'after' | 'limit'>) {
  const values: unknown[] = [filter.today];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const where = [`job.state = 'open'`, 'job.closes_on >= $1::date'];
  if (filter.categoryId !== null) where.push(`job.category_id = ${addValue(filter.categoryId)}`);
  for (const word of filter.search.toLowerCase().split(/\s+/).filter(Boolean))
    where.push(
      `strpos(lower(concat_ws(' ', job.title, job.skills::text, job.description, category.name, category.name_hi)), ${addValue(word)}) > 0`,
    );
  for (const spellings of filter.words)
    where.push(
      `job.location_search @@ to_tsquery('simple', ${addValue(spellings.map((word) => `${word}:*`).join(' | '))})`,
    );
  if (filter.budgetFromPaise !== null)
    where.push(`job.budget_to_paise >= ${addValue(filter.budgetFromPaise)}::bigint`);
  if (filter.budgetToPaise !== null)
    where.push(`job.budget_from_paise <= ${addValue(filter.budgetToPaise)}::bigint`);
  const { origin } = filter;
  const distance = origin
    ? buildDistanceSql(addValue(origin.latitude), addValue(origin.longitude))
    : 'NULL::float8';
  const found = `SELECT job.id, job.posted_at, job.closes_on, ${distance} AS distance_km
    FROM job JOIN category ON category.id = job.category_id WHERE ${where.join(' AND ')}`;
  const conditions = ['true'];
  if (filter.radiusKm !== null) conditions.push(`distance_km <= ${addValue(filter.radiusKm)}`);
  if (filter.sort === 'nearest') conditions.push('distance_km IS NOT NULL');
  return { found, conditions, values, addValue };
}

const buildDistanceSql = (latitude: string, longitude: string) =>
  `2 * 6371 * asin(sqrt(power(sind((job.latitude - ${latitude}::float8) / 2), 2)
    + cosd(job.latitude) * cosd(${latitude}::float8) * power(sind((job.longitude - ${longitude}::float8) / 2), 2)))`;

export function buildSearchQuery(filter: SearchFilter) {
  const { found, conditions, values, addValue } = buildSelection(filter);
  const { by, after } = ORDER[filter.sort];
  if (filter.after) {
    const [sortKey, id] = filter.after;
    conditions.push(after.replace('$a', addValue(sortKey)).replace('$b', addValue(id)));
  }
  const text = `SELECT * FROM (${found}) found WHERE ${conditions.join(' AND ')} ORDER BY ${by} LIMIT ${filter.limit + 1}`;
  return { text, values };
}

export function buildCountQuery(filter: Omit<SearchFilter, 'after' | 'limit'>) {
  const { found, conditions, values } = buildSelection(filter);
  const limited = `SELECT 1 FROM (${found}) found WHERE ${conditions.join(' AND ')} LIMIT ${JOBS_COUNTED_MAX + 1}`;
  return { text: `SELECT count(*) AS total FROM (${limited}) counted`, values };
}
