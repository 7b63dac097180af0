import { PAGE_DEFAULT } from '@fws/contract/platform/limits';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { JOBS_COUNTED_MAX, JOBS_FIRST, JOBS_MORE, type JobSort } from '@fws/contract/jobs/model';
import type { CategoryChoice, Job } from '@fws/contract/jobs/schemas';
import { BriefCache } from '../../../platform/brief-cache.ts';
import { findCategory } from '../../../platform/categories.ts';
import { loadPageByTime, type CursorKey, type PageRequest } from '../../../platform/cursor.ts';
import { read, type Db } from '../../../platform/db/index.ts';
import { translatePlace } from '../../../platform/place-names.ts';
import {
  buildCardsSql,
  ORDER,
  SORT_TIMES,
  toSharedJob,
  type SharedJobRow,
  type Statement,
} from '../lists/service.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PlaceFinder } from '../../../ports/place-finder.ts';
import { parseWords } from '../rules.ts';

// Pages of open jobs as all readers see them. Nothing here knows a reader, so nothing of one can be in a page.

/** What selects a page. */
export type ExploreParams = PageRequest & {
  sort: JobSort;
  location: string;
  categoryId: CategoryChoice | null;
};

type ListDeps = { db: Db; ports: { places: Pick<PlaceFinder, 'listTypedSpellings'> } };

/**
 * How many jobs match a category and a place. More than are counted are remembered for a minute, because counting them
 * reads most; whatever is fewer is counted each time.
 */
export type JobCounts = BriefCache<number>;

const COUNT_KEPT_MS = 60_000;
const COUNTS_KEPT_MAX = 5_000;
/** As much as one that is still loading. */
const COUNT_WEIGHT = 1_000;

export const createJobCounts = (clock: Clock): JobCounts =>
  new BriefCache({
    clock,
    keepMs: COUNT_KEPT_MS,
    maxWeight: COUNTS_KEPT_MAX * COUNT_WEIGHT,
    weigh: () => COUNT_WEIGHT,
  });

export interface SharedJobs {
  items: Job[];
  nextCursor: string | null;
  /** Null where it is not counted. */
  total: number | null;
  /** The version of each job, by its id. */
  versions: ReadonlyMap<number, string>;
}

export async function loadSharedJobs(
  { db, ports }: ListDeps,
  counts: JobCounts,
  params: ExploreParams,
  today: string,
): Promise<Outcome<SharedJobs>> {
  const { sort, limit, location } = params;
  const category = params.categoryId === null ? null : await findCategory(db, params.categoryId);
  if (params.categoryId !== null && !category) return refuseField('categoryId', 'jobs.category_unknown');
  const filter = {
    today,
    sort,
    categoryId: category?.id ?? null,
    ...findWords(location, (word) => ports.places.listTypedSpellings(word)),
    limit,
  };
  const hasPlace = filter.words.length > 0;
  const isCounted = params.cursor === null && (category !== null || hasPlace);
  const count = isCounted || hasPlace ? await countJobs(db, counts, filter) : null;
  const isRare = hasPlace && count !== null && count <= JOBS_COUNTED_MAX;
  const page = await loadPageByTime(
    params,
    (after) => read<SharedJobRow>(db, buildExploreQuery({ ...filter, isRare, after })),
    (row) => [SORT_TIMES[sort](row), row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({
    items: rows.map(toSharedJob),
    nextCursor,
    total: isCounted ? count : null,
    versions: new Map(rows.map(({ id, version }) => [id, version])),
  });
}

/** The jobs among these that are open, in any order. */
export async function loadOpenJobs(db: Db, ids: readonly number[]): Promise<Job[]> {
  const where = `WHERE id = ANY($1::bigint[]) AND state = 'open'`;
  const rows = await read<SharedJobRow>(db, {
    name: 'found_jobs',
    text: buildCardsSql(where, 'id'),
    values: [ids],
  });
  return rows.map(toSharedJob);
}

/** People also type places that are no name we know, in their own script. */
export const findWords = (location: string, listSpellings: (word: string) => readonly string[]) => ({
  words: parseWords(location).map((word) => listSpellings(word)),
  hindiWords: parseWords(translatePlace(location, 'hi')).map((word) => [word]),
});
/** Ways in which one word is written. */
type Spellings = readonly string[];

export interface ExploreFilter {
  today: string;
  sort: JobSort;
  categoryId: number | null;
  words: readonly Spellings[];
  /** The same place in Hindi; a location matches either. */
  hindiWords: readonly Spellings[];
  /** At most `JOBS_COUNTED_MAX` jobs match: all are read by their words and sorted. */
  isRare: boolean;
  after: CursorKey | null;
  limit: number;
}

const USUAL_LIMITS = new Set([JOBS_FIRST, JOBS_MORE, PAGE_DEFAULT]);

/**
 * One statement for the whole page. Each combination of filters has its own text, without "or the filter is empty", and
 * contains the limit as a number. The planner then reads one index from the cursor position and stops at the limit.
 */
export function buildExploreQuery(filter: ExploreFilter): Statement {
  const { sort, categoryId, words, isRare, after, limit } = filter;
  const order = ORDER[sort];
  const { where, values, addValue } = buildConditions(filter);
  const matching = where.join(' AND ');
  const position = after
    ? `${order.after} (${addValue(after[0])}::${order.type}, ${addValue(after[1])}::bigint)`
    : 'true';
  const page = `ORDER BY ${order.by} LIMIT ${limit + 1}`;
  if (words.length > 0) {
    // Places are compared in the index alone: the rows of a page are few among those that are passed over. Of a rare place
    // all are passed over, so its matches are found first; OFFSET 0 keeps the planner from reading them in order.
    const selection = isRare
      ? `(SELECT id, posted_at, closes_on FROM job WHERE ${matching} OFFSET 0) rare WHERE ${position}`
      : `job WHERE ${matching} AND ${position}`;
    return {
      text: buildCardsSql(`JOIN (SELECT id FROM ${selection} ${page}) found USING (id)`, order.by),
      values,
    };
  }
  const text = buildCardsSql(`WHERE ${matching} AND ${position} ${page}`, order.by);
  if (!USUAL_LIMITS.has(limit)) return { text, values };
  const name = ['explore', sort, limit, categoryId === null ? '' : 'category', after ? 'after' : ''].join(
    '_',
  );
  return { name, text, values };
}

type Conditions = Pick<ExploreFilter, 'today' | 'categoryId' | 'words' | 'hindiWords'>;

function buildConditions({ today, categoryId, words, hindiWords }: Conditions) {
  const values: unknown[] = [today];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const where = [`state = 'open'`, 'closes_on >= $1::date'];
  if (categoryId !== null) where.push(`category_id = ${addValue(categoryId)}`);
  if (words.length > 0)
    where.push(
      `location_search @@ to_tsquery('simple', ${addValue([words, hindiWords].map(toPrefixQuery).join(' | '))})`,
    );
  return { where, values, addValue };
}

const toPrefixQuery = (words: readonly Spellings[]): string =>
  `(${words.map((spellings) => toChoice(spellings.map((word) => `${word}:*`))).join(' & ')})`;

const toChoice = ([only = '', ...others]: readonly string[]): string =>
  others.length === 0 ? only : `(${[only, ...others].join(' | ')})`;

/** How many jobs match, up to one more than are counted. */
export function buildCountQuery(filter: Conditions): Statement {
  const { where, values } = buildConditions(filter);
  const limited = `SELECT 1 FROM job WHERE ${where.join(' AND ')} LIMIT ${JOBS_COUNTED_MAX + 1}`;
  return { text: `SELECT count(*) AS total FROM (${limited}) counted`, values };
}

async function countJobs(db: Db, counts: JobCounts, filter: Conditions): Promise<number> {
  const key = JSON.stringify([filter.today, filter.categoryId, filter.words, filter.hindiWords]);
  const count = await counts.get(key, async () => {
    const [row] = await read<{ total: number }>(db, buildCountQuery(filter));
    return row?.total ?? 0;
  });
  if (count <= JOBS_COUNTED_MAX) counts.drop(key);
  return count;
}
