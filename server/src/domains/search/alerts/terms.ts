import { listConcepts, loadDictionary } from '../words/dictionary.ts';
import { splitWords, toKey, toKeys } from '../words/fold.ts';
import type { ListSpellings } from '../engine/tokens.ts';

// The words by which saved searches and jobs are compared, in the spelling of the index: work that the dictionary knows by
// its concept, in whatever language, other words by their key.

export interface SearchTerms {
  terms: string[];
  /** Words that name a place, each with its spellings. */
  placeWords: string[][];
}

/** What a job must have. Words of any trade, such as "repair", count only when there is nothing else. */
export function listSearchTerms(text: string, listSpellings: ListSpellings): SearchTerms {
  const dictionary = loadDictionary();
  const isPlace = (word: string) => !dictionary.words.has(toKey(word)) && listSpellings(word).length > 1;
  // One letter alone says nothing.
  const words = splitWords(text).filter((word) => word.length > 1);
  const keys = toKeys(words.filter((word) => !isPlace(word)).join(' '));
  const { concepts, others } = listConcepts(dictionary, keys);
  const work = concepts.filter(({ trade }) => trade !== null);
  // The trade is implied by a kind of its work.
  const strong = work.filter(
    ({ isTrade, trade }) => !isTrade || !work.some((other) => !other.isTrade && other.trade === trade),
  );
  const named = strong.length > 0 || others.length > 0 ? strong : concepts;
  return {
    terms: [...named.map(({ id }) => id), ...others],
    placeWords: words.filter(isPlace).map((word) => [...listSpellings(word)]),
  };
}

/** What a job has. Its category counts like a word of its title. */
export function listJobTerms(job: {
  title: string;
  skills: readonly string[];
  categoryName: string;
  trade: string | null;
}): string[] {
  const dictionary = loadDictionary();
  const trade = dictionary.trades.get(job.trade ?? '');
  const terms = [job.title, ...job.skills, job.categoryName].flatMap((text) => {
    const { concepts, others } = listConcepts(dictionary, toKeys(text));
    return [...concepts.map(({ id }) => id), ...others];
  });
  return [...new Set([...terms, ...(trade ? [trade.id] : [])])];
}

/** The words of a place. */
export const listPlaceWords = (location: string): string[] => [...new Set(splitWords(location))];
