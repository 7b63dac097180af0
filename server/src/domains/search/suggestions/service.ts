import type { ExploreJobs } from '@fws/contract/jobs/schemas';
import { SUGGESTIONS_MAX } from '@fws/contract/search/model';
import type { Suggestion } from '@fws/contract/search/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { read } from '../../../platform/db/index.ts';
import { readSearchableTexts } from '../../jobs/index.ts';
import { findJobs, type FindDeps } from '../explore/service.ts';
import { splitWords, toKey, toKeys } from '../words/fold.ts';
import type { SearchIndex } from '../engine/search-index.ts';

const LENGTH_MIN = 2;
const CATEGORIES_MAX = 2;
const SKILLS_MAX = 3;
const TITLES_MAX = 2;
const PLACES_MAX = 2;

const ANY_JOBS: ExploreJobs = {
  sort: 'relevance',
  search: '',
  location: '',
  categoryId: null,
  position: null,
  radiusKm: null,
  budgetFromPaise: null,
  budgetToPaise: null,
  closesWithinDays: null,
  limit: 1,
  cursor: null,
};

/** Completions of what has been typed so far. Categories are named in the reader's language. */
export async function suggest(
  deps: FindDeps,
  index: SearchIndex,
  search: string,
  locale: Locale,
): Promise<Suggestion[]> {
  if (search.length < LENGTH_MIN) return [];
  const { db, ports } = deps;
  const [categories, skills, titles, places] = await Promise.all([
    findCategories(),
    findSkills(),
    findTitles(),
    ports.places.search(search, PLACES_MAX),
  ]);
  const texts = new Set<string>();
  const jobs = [...skills, ...titles].filter(({ text }) => {
    const isNew = !texts.has(text.toLowerCase());
    texts.add(text.toLowerCase());
    return isNew;
  });
  return [
    ...jobs,
    ...categories,
    ...places.map(({ label }) => ({ kind: 'place' as const, text: label, categoryId: null, jobs: null })),
  ].slice(0, SUGGESTIONS_MAX);

  async function count(change: Partial<ExploreJobs>): Promise<number | null> {
    const found = await findJobs(deps, index, { ...ANY_JOBS, ...change });
    return found.ok ? found.value.total : null;
  }

  async function findCategories(): Promise<Suggestion[]> {
    const rows = await db
      .selectFrom('category')
      .select(['id', 'name', 'name_hi'])
      .where('hidden_at', 'is', null)
      .orderBy('position')
      .execute();
    const key = toKeys(search).join(' ');
    const isBegun = (name: string) =>
      key !== '' &&
      splitWords(name).some((_, index, words) => words.slice(index).map(toKey).join(' ').startsWith(key));
    const begun = rows
      .filter(({ name, name_hi: nameHi }) => isBegun(name) || isBegun(nameHi))
      .slice(0, CATEGORIES_MAX);
    return Promise.all(
      begun.map(async ({ id, name, name_hi: nameHi }) => ({
        kind: 'category' as const,
        text: locale === 'hi' ? nameHi : name,
        categoryId: id,
        jobs: await count({ categoryId: id }),
      })),
    );
  }

  async function findSkills(): Promise<Suggestion[]> {
    const key = toKeys(search).join(' ');
    if (key === '') return [];
    const rows = await read<{ text: string }>(db, {
      name: 'suggest_skills',
      text: `SELECT text FROM search_term WHERE kind = 'skill' AND key LIKE $1 || '%' ORDER BY length(key), key LIMIT ${SKILLS_MAX}`,
      values: [key],
    });
    return Promise.all(
      rows.map(async ({ text }) => ({
        kind: 'skill' as const,
        text,
        categoryId: null,
        jobs: await count({ search: text }),
      })),
    );
  }

  async function findTitles(): Promise<Suggestion[]> {
    const found = await findJobs(deps, index, { ...ANY_JOBS, search, limit: TITLES_MAX });
    const ids = found.ok ? found.value.rows.filter(({ tier }) => tier === 1).map(({ id }) => id) : [];
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('job')
      .select(['title', 'description', 'skills', 'masked', 'filter_version'])
      .where('id', 'in', ids)
      .where('state', '=', 'open')
      .execute();
    return rows.map((job) => ({
      kind: 'title' as const,
      text: readSearchableTexts(job).title,
      categoryId: null,
      jobs: null,
    }));
  }
}
