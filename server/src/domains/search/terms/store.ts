import { read, type Db } from '../../../platform/db/index.ts';
import { toKey } from '../words/fold.ts';
import { toPlaceKey, type ListSpellings } from '../engine/tokens.ts';

// The words of jobs.

const SIMILAR = 0.45;
const COMPLETED_FROM = 3;

/** The word of a job that each of these keys is, begins, or is similar to. */
export async function findTerms(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await read<{ asked: string; key: string }>(db, {
    name: 'search_terms',
    text: `
SELECT asked, found.key FROM unnest($1::text[]) asked CROSS JOIN LATERAL (
  (SELECT key, 2 AS likeness FROM search_term WHERE kind = 'word' AND key = asked)
  UNION ALL
  (SELECT key, 1 FROM search_term
   WHERE kind = 'word' AND length(asked) >= $2 AND key LIKE asked || '%' ORDER BY length(key), key LIMIT 1)
  UNION ALL
  (SELECT key, similarity(key, asked) FROM search_term
   WHERE kind = 'word' AND key % asked AND similarity(key, asked) >= $3 ORDER BY similarity(key, asked) DESC, key LIMIT 1)
  ORDER BY likeness DESC LIMIT 1) found`,
    values: [keys, COMPLETED_FROM, SIMILAR],
  });
  return new Map(rows.map(({ asked, key }) => [asked, key]));
}

const COMPLETIONS_MAX = 30;

/** The keys of places that each of these words is, in another spelling, or begins. */
export async function findPlaceKeys(
  db: Db,
  words: readonly string[],
  listSpellings: ListSpellings,
): Promise<string[][]> {
  const asked = words.map((word) => ({
    key: toPlaceKey(word, listSpellings),
    // A word with several spellings is complete.
    prefix: listSpellings(word).length > 1 ? '' : toKey(word),
  }));
  const prefixes = asked.map(({ prefix }) => prefix).filter((prefix) => prefix !== '');
  if (prefixes.length === 0) return asked.map(({ key }) => [key]);
  const rows = await read<{ asked: string; key: string }>(db, {
    name: 'search_places',
    text: `
SELECT asked, found.key FROM unnest($1::text[]) asked CROSS JOIN LATERAL (
  SELECT key FROM search_term WHERE kind = 'place' AND key LIKE asked || '%' ORDER BY key LIMIT $2) found`,
    values: [prefixes, COMPLETIONS_MAX],
  });
  return asked.map(({ key, prefix }) => [
    ...new Set([key, ...rows.filter((row) => row.asked === prefix).map((row) => row.key)]),
  ]);
}
