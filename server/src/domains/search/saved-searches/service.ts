import { createHash } from 'node:crypto';
import type { Position } from '@fws/contract/jobs/model';
import { SAVED_SEARCHES_MAX } from '@fws/contract/search/model';
import type { SavedSearch, SaveSearch } from '@fws/contract/search/schemas';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { findCategory } from '../../../platform/categories.ts';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { buildSearchKeys } from '../alerts/keys.ts';
import { toPosition } from '../engine/distance.ts';
import { findPosition, isWordless } from '../explore/service.ts';
import { countSearches, deleteSearch, listSearches, upsertSearch, type SavedSearchRow } from './store.ts';
import { listPlaceWords, listSearchTerms, type SearchTerms } from '../alerts/terms.ts';

const NEW_MS = 24 * 3600_000;
const getNewSince = ({ ports }: Deps) => new Date(ports.clock.now().getTime() - NEW_MS);

export async function saveSearch(
  deps: Deps,
  userId: number,
  command: SaveSearch,
  locale: Locale,
): Promise<Outcome<SavedSearch>> {
  const { search, location, position, radiusKm, frequency } = command;
  const category = command.categoryId === null ? null : await findCategory(deps.db, command.categoryId);
  if (command.categoryId !== null && !category) return refuseField('categoryId', 'jobs.category_unknown');
  const centre = radiusKm === null ? null : (position ?? (await findPosition(deps.ports.places, location)));
  if (radiusKm !== null && !centre) return refuseField('location', 'search.place_unknown');
  if (isWordless(location)) return refuseField('location', 'search.place_unknown');
  const words = readSearchWords(deps, search, radiusKm === null ? location : '');
  if (search !== '' && words.terms.length + words.placeWords.length === 0)
    return refuseField('search', 'search.too_general');
  const categoryId = category?.id ?? null;
  const circle = centre && radiusKm !== null ? { centre, radiusKm } : null;
  const filter = {
    ...words,
    categoryId,
    circle,
    budgetFromPaise: command.budgetFromPaise,
    budgetToPaise: command.budgetToPaise,
    closesBy: null,
  };
  const name = categoryId === null ? null : await findCategoryName(deps, categoryId, locale);
  const saved = await inTx(deps.db, async (tx): Promise<Outcome<number>> => {
    const id = await upsertSearch(tx, {
      user_id: userId,
      search,
      location,
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      radius_km: radiusKm,
      category_id: categoryId,
      budget_from_paise: command.budgetFromPaise,
      budget_to_paise: command.budgetToPaise,
      closes_within_days: command.closesWithinDays,
      frequency,
      created_at: deps.ports.clock.now(),
      label: [search, name, location].filter(Boolean).join(' · '),
      centre_latitude: circle?.centre.latitude ?? null,
      centre_longitude: circle?.centre.longitude ?? null,
      digest: buildDigest(command, categoryId, position),
      alert_keys: buildSearchKeys(filter),
    });
    if ((await countSearches(tx, userId)) > SAVED_SEARCHES_MAX)
      return refuse('conflict', 'search.too_many_searches', { values: { max: SAVED_SEARCHES_MAX } });
    return done(id);
  });
  if (!saved.ok) return saved;
  const values = [userId, getNewSince(deps), saved.value];
  const [row] = await listSearches(deps.db, values, 'AND saved_search.id = $3');
  return row ? done(toSavedSearch(row)) : refuse('not_found', 'search.not_found');
}

/** The same for the same filter, however it was typed. */
function buildDigest(command: SaveSearch, categoryId: number | null, position: Position | null): string {
  const { search, location, radiusKm, budgetFromPaise, budgetToPaise, closesWithinDays } = command;
  const texts = [search, location].map((text) => text.toLowerCase().replaceAll(/\s+/g, ' '));
  const parts = [...texts, position, radiusKm, categoryId, budgetFromPaise, budgetToPaise, closesWithinDays];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

async function findCategoryName({ db }: Deps, id: number, locale: Locale): Promise<string> {
  const { name, name_hi: nameHi } = await db
    .selectFrom('category')
    .select(['name', 'name_hi'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return locale === 'hi' ? nameHi : name;
}

export function removeSearch(deps: Deps, userId: number, searchId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) =>
    (await deleteSearch(tx, userId, searchId)) ? done(null) : refuse('not_found', 'search.not_found'),
  );
}

export async function listSavedSearches(
  deps: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<SavedSearch>>> {
  const page = await loadPageByTime(
    params,
    (after) =>
      listSearches(
        deps.db,
        [userId, getNewSince(deps), params.limit + 1, ...(after ?? [])],
        `${after ? 'AND (created_at, saved_search.id) < ($4::timestamptz, $5::bigint)' : ''}
        ORDER BY created_at DESC, saved_search.id DESC LIMIT $3`,
      ),
    (row) => [row.created_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: rows.map(toSavedSearch), nextCursor });
}

const toSavedSearch = (row: SavedSearchRow): SavedSearch => ({
  id: row.id,
  search: row.search,
  location: row.location,
  position: toPosition(row.latitude, row.longitude),
  radiusKm: row.radius_km,
  category:
    row.category_id === null
      ? null
      : { id: row.category_id, name: row.category_name ?? '', nameHi: row.category_name_hi ?? '' },
  budgetFromPaise: row.budget_from_paise,
  budgetToPaise: row.budget_to_paise,
  closesWithinDays: row.closes_within_days,
  frequency: row.frequency,
  createdAt: row.created_at.toISOString(),
  newJobs: row.new_jobs,
});

/** What the text and the place of a search say. A place that is the centre of a circle is none. */
export function readSearchWords(
  { ports }: Pick<Deps, 'ports'>,
  search: string,
  location: string,
): SearchTerms {
  const listSpellings = (word: string) => ports.places.listSpellings(word);
  const { terms, placeWords } = listSearchTerms(search, listSpellings);
  const places = listPlaceWords(location).map((word) => [...listSpellings(word)]);
  return { terms, placeWords: [...placeWords, ...places] };
}
