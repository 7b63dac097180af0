import type { ExploreJobs, JobPage } from '@fws/contract/jobs/schemas';
import { JOBS_COUNTED_MAX, type JobSort, type Position, type SearchSort } from '@fws/contract/jobs/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { findCategory } from '../../platform/categories.ts';
import type { Caller, CallerQuery } from '../../platform/caller.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { read } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import {
  exploreJobs,
  findOwnRowsQuery,
  parseWords,
  presentFoundJobs,
  type SharedPages,
} from '../jobs/index.ts';
import { findCategoryIds } from './categories.ts';
import { coverCircle } from './cells.ts';
import {
  all,
  any,
  buildOnlyTier,
  buildParts,
  buildRelatedTiers,
  buildTiers,
  RELATED_TIER,
  type Condition,
  type Filter,
  type Tier,
} from './parts.ts';
import { readQuestion } from './question.ts';
import { buildSearchQuery, readKey, toKey, type FoundRow, type Place } from './statements.ts';
import { loadStatistics, type StatisticsCache } from './statistics.ts';
import { findPlaceKeys, findTerms } from './terms.ts';
import {
  buildBudgetToken,
  buildCategoryToken,
  buildPlaceToken,
  DAY_MS,
  listSteps,
  toBudgetStep,
} from './tokens.ts';

export interface SearchCaches {
  pages: SharedPages;
  statistics: StatisticsCache;
}
type SearchDeps = Pick<Deps, 'db' | 'ports'>;
/** What it takes to find jobs without showing them. */
export interface FindDeps {
  db: Deps['db'];
  ports: Pick<Deps['ports'], 'clock' | 'places'>;
}

/** The values of the list; null for a search. Without a search, a position or a budget, readers share the pages of the list. */
function toListParams(params: ExploreJobs): (ExploreJobs & { sort: JobSort }) | null {
  const { search, position, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays, sort } = params;
  const isFiltered = [position, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays].some(
    (value) => value !== null,
  );
  if (search !== '' || isFiltered || sort === 'nearest') return null;
  return { ...params, sort: toListSort(sort) };
}

export function exploreOrSearch(
  deps: SearchDeps,
  caches: SearchCaches,
  reader: Pick<Caller, 'userId' | 'own'>,
  params: ExploreJobs,
): Promise<Outcome<JobPage>> {
  const list = toListParams(params);
  return list
    ? exploreJobs(deps, caches.pages, reader, list)
    : searchJobs(deps, caches, reader.userId, params);
}

/** Reads the reader's own rows of a kept page of the list together with their session. */
export function findListQuery(
  deps: SearchDeps,
  caches: SearchCaches,
  params: ExploreJobs,
): CallerQuery | undefined {
  const list = toListParams(params);
  return list ? findOwnRowsQuery(deps, caches.pages, list) : undefined;
}

/** Without a text, nothing is more relevant than what is new. */
const toListSort = (sort: Exclude<ExploreJobs['sort'], 'nearest'>): JobSort =>
  sort === 'relevance' ? 'latest' : sort;

async function searchJobs(
  deps: SearchDeps,
  caches: SearchCaches,
  readerId: number,
  params: ExploreJobs,
): Promise<Outcome<JobPage>> {
  const found = await findJobs(deps, caches.statistics, params);
  if (!found.ok) return found;
  const { rows, nextCursor, total } = found.value;
  const { items, own } = await presentFoundJobs(
    deps,
    readerId,
    rows.map(({ id }) => id),
  );
  const distances = new Map(rows.map(({ id, distance_km: km }) => [id, km]));
  const addDistance = (job: JobPage['items'][number]) => {
    const km = distances.get(job.id) ?? null;
    return km === null ? job : { ...job, distanceKm: Math.round(km * 10) / 10 };
  };
  return done({ items: items.map(addDistance), nextCursor, total, own });
}

interface FoundJobs {
  rows: FoundRow[];
  nextCursor: string | null;
  total: number | null;
}

/** In these orders, the first jobs are found long before a thousand are. They are counted in the order of the index. */
const COUNTED_APART: ReadonlySet<SearchSort> = new Set(['nearest', 'closing_soon']);

/** With fewer jobs than this, jobs that are near what was asked for follow. */
const FEW_JOBS = 10;

export async function findJobs(
  deps: FindDeps,
  statisticsCache: StatisticsCache,
  params: ExploreJobs,
): Promise<Outcome<FoundJobs>> {
  const { sort, limit, cursor } = params;
  const key = cursor === null ? null : decodeCursor(cursor);
  const after = key && readKey(key, sort);
  if (cursor !== null && !after) return refuse('malformed', 'common.cursor_invalid');
  const plan = await planSearch(deps, statisticsCache, params);
  if (!plan.ok) return plan;
  const isFirst = after === null;
  const counted = isFirst ? JOBS_COUNTED_MAX + 1 : 0;
  const { build } = plan.value;
  const run = async (tiers: readonly Tier[], place: Place | null, wanted = { limit: limit + 1, counted }) => {
    if (wanted.counted === 0 || !COUNTED_APART.has(sort))
      return read<FoundRow>(deps.db, build(sort, tiers, place, wanted));
    const [rows, [count]] = await Promise.all([
      read<FoundRow>(deps.db, build(sort, tiers, place, { ...wanted, counted: 0 })),
      read<FoundRow>(deps.db, build('latest', tiers, place, { limit: 1, counted: wanted.counted })),
    ]);
    return rows.map((row) => ({ ...row, total: count?.total ?? 0 }));
  };
  const { core, related } = plan.value;
  let rows = after && after.tier >= RELATED_TIER ? [] : await run(core, after);
  const isShort = rows.length <= limit && related.length > 0;
  if (isShort && (await isFew(rows[0]?.total ?? 0))) rows = await runWithRelated();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return done({
    rows: shown,
    nextCursor: last && rows.length > limit ? encodeCursor(toKey(last, sort)) : null,
    total: isFirst ? (rows[0]?.total ?? 0) : null,
  });

  /** Whether there are few jobs in all. A later page does not know how many came before it. */
  async function isFew(total: number): Promise<boolean> {
    if (isFirst) return total < FEW_JOBS;
    return (await run(core, null, { limit: FEW_JOBS, counted: 0 })).length < FEW_JOBS;
  }

  function runWithRelated(): Promise<FoundRow[]> {
    return run(after && after.tier >= RELATED_TIER ? related : [...core, ...related], after);
  }
}

async function planSearch({ db, ports }: FindDeps, statisticsCache: StatisticsCache, params: ExploreJobs) {
  const { sort, location, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays } = params;
  const category = params.categoryId === null ? null : await findCategory(db, params.categoryId);
  if (params.categoryId !== null && !category) return refuseField('categoryId', 'jobs.category_unknown');
  const origin = params.position ?? (await findPosition(ports.places, location));
  if (origin === null && (sort === 'nearest' || radiusKm !== null))
    return refuseField('location', 'jobs.location_required');
  const listSpellings = (word: string) => ports.places.listSpellings(word);
  const [question, places, statistics] = await Promise.all([
    readQuestion(params.search, listSpellings, (keys) => findTerms(db, keys)),
    // A place that is a centre is no filter of its own.
    params.position === null && radiusKm !== null
      ? []
      : findPlaceKeys(db, parseWords(location), listSpellings),
    loadStatistics(db, statisticsCache),
  ]);
  const input = { ...question, categoryIds: await findCategoryIds(db, question.categories) };
  const isRanked = sort === 'relevance';
  const filter: Filter = {
    work: all(...(category ? [buildCategoryToken(category.id)] : [])),
    places: all(
      ...question.places.map(buildPlaceToken),
      ...places.map((keys) => any(...keys.map(buildPlaceToken))),
    ),
    cells: buildRadiusCondition(origin, radiusKm),
    budget: buildBudgetCondition(budgetFromPaise, budgetToPaise),
  };
  const now = ports.clock.now();
  const today = toIstDate(now);
  const closesBy = closesWithinDays === null ? null : getDateAfter(now, closesWithinDays);
  const shared = { filter, origin, radiusKm, now, today, statistics };
  return done({
    core: isRanked ? buildTiers(input) : buildOnlyTier(input),
    related: buildRelatedTiers(input),
    build: (
      order: SearchSort,
      tiers: readonly Tier[],
      after: Place | null,
      wanted: { limit: number; counted: number },
    ) =>
      buildSearchQuery({
        sort: order,
        hasPosition: sort === 'nearest',
        origin,
        radiusKm,
        budgetFromPaise,
        budgetToPaise,
        today,
        closesBy,
        after,
        ...wanted,
        parts: buildParts({ ...shared, sort: order, tiers }),
      }),
  });
}

/** The date in India in this many days. */
export const getDateAfter = (now: Date, days: number): string =>
  toIstDate(new Date(now.getTime() + days * DAY_MS));

/** The position of a place by its name. */
export async function findPosition(
  places: Deps['ports']['places'],
  location: string,
): Promise<Position | null> {
  const [place] = location === '' ? [] : await places.search(location, 1);
  if (!place || place.latitude === null || place.longitude === null) return null;
  return { latitude: place.latitude, longitude: place.longitude };
}

/** From one rupee to a hundred million. */
const LEAST_PAISE = 100;
const MOST_PAISE = 10_000_000_000;

function buildBudgetCondition(fromPaise: number | null, toPaise: number | null): Condition | null {
  if (fromPaise === null && toPaise === null) return null;
  const steps = listSteps(toBudgetStep(fromPaise ?? LEAST_PAISE), toBudgetStep(toPaise ?? MOST_PAISE));
  return any(...steps.map(buildBudgetToken));
}

function buildRadiusCondition(origin: Position | null, radiusKm: number | null): Condition | null {
  const cells = origin === null || radiusKm === null ? null : coverCircle(origin, radiusKm);
  return cells && any(...cells);
}
