import type { ExploreJobs, JobPage } from '@fws/contract/jobs/schemas';
import { JOBS_COUNTED_MAX, type JobSort, type Position } from '@fws/contract/jobs/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { hasSearchWord } from '@fws/contract/platform/text';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { findCategory } from '../../../platform/categories.ts';
import type { Caller, CallerQuery } from '../../../platform/caller.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { FairTurns } from '../../../platform/fair-turns.ts';
import {
  exploreJobs,
  findOwnRowsQuery,
  parseWords,
  presentFoundJobs,
  type SharedPages,
} from '../../jobs/index.ts';
import { findCategoryIds } from '../words/categories.ts';
import {
  all,
  any,
  buildOnlyTier,
  buildRelatedTiers,
  buildTiers,
  RELATED_TIER,
} from '../engine/conditions.ts';
import { findInIndex } from './find.ts';
import { toKeys } from '../words/fold.ts';
import { readQuestion } from '../words/question.ts';
import type { SearchIndex } from '../engine/search-index.ts';
import { readKey, toKey, type FoundRow, type Place, type Selection } from '../engine/select.ts';
import { findPlaceKeys, findTerms } from '../terms/store.ts';
import { buildCategoryToken, buildPlaceToken, DAY_MS, toDay } from '../engine/tokens.ts';

export interface SearchState {
  pages: SharedPages;
  index: SearchIndex;
  turns: FairTurns;
}

/** A search takes a connection and some milliseconds of this process. The web app sends one at a time. */
const TURNS = { atOnce: 8, waiting: 400, ofOwner: { atOnce: 2, waiting: 20 } };
const turns = new WeakMap<Db, FairTurns>();

/** The turns of this process, for searches of every kind. */
export function getSearchTurns(db: Db): FairTurns {
  const ofProcess = turns.get(db) ?? new FairTurns(TURNS);
  turns.set(db, ofProcess);
  return ofProcess;
}

/** `replica` may lack what others have changed in the last second. The index and the reader's session are the primary's. */
type SearchDeps = Pick<Deps, 'db' | 'ports'> & { replica: Deps['db'] };
/** What it takes to find jobs without showing them. */
export interface FindDeps {
  db: Deps['db'];
  ports: Pick<Deps['ports'], 'clock' | 'places'>;
}

/** The list knows places in English and Hindi. The index of the search compares their sounds. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u;
const isSearchedPlace = (location: string) => OTHER_SCRIPT.test(location) || isWordless(location);

/** There is a text, and it says nothing: "😀". */
export const isWordless = (text: string): boolean => text !== '' && toKeys(text).length === 0;

/** The same of a search, in which one letter says as little: it begins a word of nearly every job. */
const isUnsearchable = (search: string): boolean =>
  search !== '' && (!hasSearchWord(search) || isWordless(search));

/**
 * The values of the list; null for a search. Without a search, a position or a budget, readers share the pages of the list.
 */
function toListParams(params: ExploreJobs): (ExploreJobs & { sort: JobSort }) | null {
  const { search, location, position, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays, sort } =
    params;
  const isFiltered = [position, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays].some(
    (value) => value !== null,
  );
  if (search !== '' || isFiltered || sort === 'nearest' || isSearchedPlace(location)) return null;
  return { ...params, sort: toListSort(sort) };
}

export function exploreOrSearch(
  deps: SearchDeps,
  state: SearchState,
  reader: Pick<Caller, 'userId' | 'own'>,
  params: ExploreJobs,
): Promise<Outcome<JobPage>> {
  const list = toListParams(params);
  return list
    ? exploreJobs(deps, state.pages, reader, list)
    : state.turns.run(`user ${reader.userId}`, () => searchJobs(deps, state, reader.userId, params));
}

/** Reads the reader's own rows of a kept page of the list together with their session. */
export function findListQuery(
  deps: Pick<Deps, 'db' | 'ports'>,
  { pages }: Pick<SearchState, 'pages'>,
  params: ExploreJobs,
): CallerQuery | undefined {
  const list = toListParams(params);
  return list ? findOwnRowsQuery(deps, pages, list) : undefined;
}

/** Without a text, nothing is more relevant than what is new. */
const toListSort = (sort: Exclude<ExploreJobs['sort'], 'nearest'>): JobSort =>
  sort === 'relevance' ? 'latest' : sort;

async function searchJobs(
  deps: SearchDeps,
  { index }: Pick<SearchState, 'index'>,
  readerId: number,
  params: ExploreJobs,
): Promise<Outcome<JobPage>> {
  const { ports, replica: db } = deps;
  const found = await findJobs({ db, ports }, index, params);
  if (!found.ok) return found;
  const { rows, nextCursor, total } = found.value;
  const { items, own } = await presentFoundJobs(
    { db, ports },
    readerId,
    rows.map(({ id }) => id),
  );
  const distances = new Map(rows.map(({ id, distanceKm }) => [id, distanceKm]));
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

/** With fewer jobs than this, jobs that are near what was asked for follow. */
const FEW_JOBS = 10;

export async function findJobs(
  deps: FindDeps,
  index: SearchIndex,
  params: ExploreJobs,
): Promise<Outcome<FoundJobs>> {
  const { sort, limit, cursor } = params;
  const key = cursor === null ? null : decodeCursor(cursor);
  const after = key && readKey(key, sort);
  if (cursor !== null && !after) return refuse('malformed', 'common.cursor_invalid');
  // With nothing to look for, every job would be found.
  if (isUnsearchable(params.search) || isWordless(params.location))
    return done({ rows: [], nextCursor: null, total: after === null ? 0 : null });
  const plan = await planSearch(deps, params, after);
  if (!plan.ok) return plan;
  const { core, related, selection } = plan.value;
  let found = await findInIndex(index, { ...selection, tiers: core });
  const isFew = found.total < FEW_JOBS || (after !== null && after.tier >= RELATED_TIER);
  if (found.rows.length <= limit && isFew && related.length > 0)
    found = await findInIndex(index, { ...selection, tiers: [...core, ...related] });
  const shown = found.rows.slice(0, limit);
  const last = shown.at(-1);
  return done({
    rows: shown,
    nextCursor: last && found.rows.length > limit ? encodeCursor(toKey(last, sort)) : null,
    total: after === null ? Math.min(found.total, JOBS_COUNTED_MAX + 1) : null,
  });
}

/** What the jobs must have, in which order they come, and where the list goes on. */
async function planSearch({ db, ports }: FindDeps, params: ExploreJobs, after: Place | null) {
  const { sort, location, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays } = params;
  const category = params.categoryId === null ? null : await findCategory(db, params.categoryId);
  if (params.categoryId !== null && !category) return refuseField('categoryId', 'jobs.category_unknown');
  const origin = params.position ?? (await findPosition(ports.places, location));
  if (origin === null && (sort === 'nearest' || radiusKm !== null))
    return refuseField('location', location === '' ? 'jobs.location_required' : 'search.place_unknown');
  const listSpellings = (word: string) => ports.places.listSpellings(word);
  const [question, places] = await Promise.all([
    readQuestion(params.search, listSpellings, (keys) => findTerms(db, keys)),
    // A place that is a centre is no filter of its own.
    params.position === null && radiusKm !== null
      ? []
      : findPlaceKeys(db, parseWords(location), (word) => ports.places.listTypedSpellings(word)),
  ]);
  const input = { ...question, categoryIds: await findCategoryIds(db, question.trades) };
  const now = ports.clock.now();
  const selection: Omit<Selection, 'tiers'> = {
    sort,
    filter: all(
      ...(category ? [buildCategoryToken(category.id)] : []),
      ...question.places.map(buildPlaceToken),
      ...places.map((keys) => any(...keys.map(buildPlaceToken))),
    ),
    origin,
    radiusKm,
    budgetFromPaise,
    budgetToPaise,
    closesFrom: toDay(toIstDate(now)),
    closesTo: closesWithinDays === null ? null : toDay(getDateAfter(now, closesWithinDays)),
    after,
    limit: params.limit + 1,
  };
  return done({
    core: sort === 'relevance' ? buildTiers(input) : buildOnlyTier(input),
    related: buildRelatedTiers(input),
    selection,
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
