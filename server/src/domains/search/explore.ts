import type { ExploreJobs, JobPage } from '@fws/contract/jobs/schemas';
import { JOBS_COUNTED_MAX, type JobSort, type Position } from '@fws/contract/jobs/model';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { findCategory } from '../../platform/categories.ts';
import { loadPage } from '../../platform/cursor.ts';
import { read } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { exploreJobs, parseWords, presentFoundJobs, type SharedPages } from '../jobs/index.ts';
import { buildCountQuery, buildSearchQuery, isOwnKey, toKey, type FoundRow } from './statements.ts';

/** Without a search, a position or a budget, readers share the pages of the list. */
export function exploreOrSearch(
  deps: Deps,
  pages: SharedPages,
  readerId: number,
  params: ExploreJobs,
): Promise<Outcome<JobPage>> {
  const { search, position, radiusKm, budgetFromPaise, budgetToPaise, sort } = params;
  const isFiltered = [position, radiusKm, budgetFromPaise, budgetToPaise].some((value) => value !== null);
  if (search !== '' || isFiltered || sort === 'nearest') return searchJobs(deps, readerId, params);
  return exploreJobs(deps, pages, readerId, { ...params, sort: toListSort(sort) });
}

/** Without a text, nothing is more relevant than what is new. */
const toListSort = (sort: Exclude<ExploreJobs['sort'], 'nearest'>): JobSort =>
  sort === 'relevance' ? 'latest' : sort;

async function searchJobs(deps: Deps, readerId: number, params: ExploreJobs): Promise<Outcome<JobPage>> {
  const { db, ports } = deps;
  const { categoryId, cursor, sort } = params;
  const category = categoryId === null ? null : await findCategory(db, categoryId);
  if (categoryId !== null && !category) return refuseField('categoryId', 'jobs.category_unknown');
  const origin = params.position ?? (await findPosition(deps, params.location));
  if (origin === null && (sort === 'nearest' || params.radiusKm !== null))
    return refuseField('location', 'jobs.location_required');
  const isCentre = params.position === null && params.radiusKm !== null;
  const filter = {
    ...params,
    today: toIstDate(ports.clock.now()),
    categoryId: category?.id ?? null,
    origin,
    words: isCentre ? [] : listLocationWords(deps, params.location),
  };
  const page = await loadPage(
    params,
    (after) => read<FoundRow>(db, buildSearchQuery({ ...filter, after })),
    (row) => toKey(sort, row),
    (key) => isOwnKey(sort, key),
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const { items, own } = await presentFoundJobs(
    deps,
    readerId,
    rows.map(({ id }) => id),
  );
  const distances = new Map(rows.map(({ id, distance_km: km }) => [id, km]));
  return done({
    items: items.map((job) => {
      const km = distances.get(job.id) ?? null;
      return km === null ? job : { ...job, distanceKm: Math.round(km * 10) / 10 };
    }),
    nextCursor,
    total: cursor === null ? await countFound(deps, filter) : null,
    own,
  });
}

async function findPosition({ ports }: Deps, location: string): Promise<Position | null> {
  const [place] = location === '' ? [] : await ports.places.search(location, 1);
  if (!place || place.latitude === null || place.longitude === null) return null;
  return { latitude: place.latitude, longitude: place.longitude };
}

/** The words of a place, each with its other spellings. */
const listLocationWords = ({ ports }: Deps, location: string): string[][] =>
  parseWords(location).map((word) => [...ports.places.listSpellings(word)]);

async function countFound({ db }: Deps, filter: Parameters<typeof buildCountQuery>[0]): Promise<number> {
  const [row] = await read<{ total: number }>(db, buildCountQuery(filter));
  return Math.min(row?.total ?? 0, JOBS_COUNTED_MAX + 1);
}
