import { PAGE_DEFAULT } from '@fws/contract/platform/limits';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { JOBS_COUNTED_MAX, JOBS_FIRST, JOBS_MORE, type JobSort } from '@fws/contract/jobs/model';
import type { CategoryChoice, Job } from '@fws/contract/jobs/schemas';
import { findCategory } from '../../platform/categories.ts';
import { loadPageByTime, type CursorKey, type PageRequest } from '../../platform/cursor.ts';
import { read, type Db } from '../../platform/db/index.ts';
import { translatePlace } from '../../platform/place-names.ts';
import { buildCardsSql, ORDER, SORT_TIMES, toSharedJob, type SharedJobRow, type Statement } from './lists.ts';
import type { PlaceFinder } from '../../ports/place-finder.ts';
import { parseWords } from './rules.ts';

// Pages of open jobs as all readers see them. Nothing here knows a reader, so nothing of one can be in a page.

/** What selects a page. */
export type ExploreParams = PageRequest & {
  sort: JobSort;
  location: string;
  categoryId: CategoryChoice | null;
};

type ListDeps = { db: Db; ports: { places: Pick<PlaceFinder, 'listSpellings'> } };

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
    ...findWords(location, (word) => ports.places.listSpellings(word)),
    limit,
  };
  const page = await loadPageByTime(
    params,
    (after) => read<SharedJobRow>(db, buildExploreQuery({ ...filter, after })),
    (row) => [SORT_TIMES[sort](row), row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const isCounted = params.cursor === null && (category !== null || filter.words.length > 0);
  return done({
    items: rows.map(toSharedJob),
    nextCursor,
    total: isCounted ? await countJobs(db, filter) : null,
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
export const findWords = (location: string, listSpellings: ListSpellings) => ({
  words: parseWords(location).map((word) => listSpellings(word)),
  hindiWords: parseWords(translatePlace(location, 'hi')).map((word) => [word]),
});
type ListSpellings = PlaceFinder['listSpellings'];
/** Ways in which one word is written. */
type Spellings = readonly string[];

export interface ExploreFilter {
  today: string;
  sort: JobSort;
  categoryId: number | null;
  words: readonly Spellings[];
  /** The same place in Hindi; a location matches either. */
  hindiWords: readonly Spellings[];
  after: CursorKey | null;
  limit: number;
}

const USUAL_LIMITS = new Set([JOBS_FIRST, JOBS_MORE, PAGE_DEFAULT]);

/**
 * One statement for the whole page. Each combination of filters has its own text, without "or the filter is empty", and
 * contains the limit as a number. The planner then reads one index from the cursor position and stops at the limit.
 */
export function buildExploreQuery(filter: ExploreFilter): Statement {
  const { sort, categoryId, words, after, limit } = filter;
  const order = ORDER[sort];
  const { where, values, addValue } = buildConditions(filter);
  if (after)
    where.push(`${order.after} (${addValue(after[0])}::${order.type}, ${addValue(after[1])}::bigint)`);
  const selection = `WHERE ${where.join(' AND ')} ORDER BY ${order.by} LIMIT ${limit + 1}`;
  // Places are compared in the index alone: the rows of a page are few among those that are passed over.
  const text = buildCardsSql(
    words.length > 0 ? `JOIN (SELECT id FROM job ${selection}) found USING (id)` : selection,
    order.by,
  );
  if (words.length > 0 || !USUAL_LIMITS.has(limit)) return { text, values };
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

async function countJobs(db: Db, filter: Conditions): Promise<number> {
  const [row] = await read<{ total: number }>(db, buildCountQuery(filter));
  return row?.total ?? 0;
}
