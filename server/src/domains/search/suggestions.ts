import { SUGGESTIONS_MAX } from '@fws/contract/search/model';
import type { Suggestion } from '@fws/contract/search/schemas';
import { read } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';

const PLACES_MAX = 2;

/** Completions of what has been typed so far. */
export async function suggest({ db, ports }: Deps, search: string): Promise<Suggestion[]> {
  if (search.length < 2) return [];
  const categories = await read<{ id: number; name: string }>(db, {
    name: 'suggest_categories',
    text: `SELECT id, name FROM category
      WHERE hidden_at IS NULL AND (starts_with(lower(name), lower($1)) OR starts_with(name_hi, $1))
      ORDER BY position LIMIT 3`,
    values: [search],
  });
  const skills = await read<{ text: string }>(db, {
    name: 'suggest_skills',
    text: `SELECT skill AS text FROM (SELECT skills FROM job WHERE state = 'open' ORDER BY posted_at DESC LIMIT 500) recent,
        unnest(skills) skill
      WHERE starts_with(lower(skill), lower($1)) GROUP BY skill ORDER BY count(*) DESC LIMIT 3`,
    values: [search],
  });
  const places = await ports.places.search(search, PLACES_MAX);
  return [
    ...categories.map(({ id, name }) => ({
      kind: 'category' as const,
      text: name,
      categoryId: id,
      jobs: null,
    })),
    ...skills.map(({ text }) => ({ kind: 'skill' as const, text, categoryId: null, jobs: null })),
    ...places.map(({ label }) => ({ kind: 'place' as const, text: label, categoryId: null, jobs: null })),
  ].slice(0, SUGGESTIONS_MAX);
}
