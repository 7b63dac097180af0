import { correctWord, findPhrases, loadDictionary, type Concept, type Dictionary } from './dictionary.ts';
import { splitWords, toKey } from './fold.ts';
import { toPlaceKey, type ListSpellings } from '../engine/tokens.ts';

// What somebody searches for, from what they have typed.

export interface Question {
  /** What a job must have. */
  strong: string[];
  /** What makes a job better. */
  weak: string[];
  /** The words of places. */
  places: string[];
  /** The trades that the strong ones belong to. */
  trades: string[];
}

/** How words that are not in the dictionary are found among the words of jobs. */
export type FindWords = (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export async function readQuestion(
  text: string,
  listSpellings: ListSpellings,
  findWords: FindWords,
): Promise<Question> {
  const dictionary = loadDictionary();
  const { keys, places } = splitPlaces(dictionary, text, listSpellings);
  const unknown = keys.filter((key) => !dictionary.words.has(key));
  const known = unknown.length === 0 ? new Map<string, string>() : await findWords(unknown);
  const corrected = keys.map((key) => correct(dictionary, known, key));
  const concepts: Concept[] = [];
  const others: string[] = [];
  for (const { keys: phrase, entry } of findPhrases(dictionary, corrected)) {
    if (entry) concepts.push(entry);
    // One letter is the beginning of a word that is still being typed.
    else if (entry === undefined) others.push(...phrase.filter((key) => key.length > 1));
  }
  return { ...weigh(concepts, others), places };
}

/** A word of a job stays as it is. A word like none is looked for all the same. */
function correct(dictionary: Dictionary, known: ReadonlyMap<string, string>, key: string): string {
  if (dictionary.words.has(key) || known.get(key) === key) return key;
  return correctWord(dictionary, key) ?? known.get(key) ?? key;
}

/** Words that have other spellings as a place, and name no work, are places. */
function splitPlaces(dictionary: Dictionary, text: string, listSpellings: ListSpellings) {
  const keys: string[] = [];
  const places: string[] = [];
  for (const word of splitWords(text)) {
    const key = toKey(word);
    if (key === '') continue;
    if (!dictionary.words.has(key) && listSpellings(word).length > 1)
      places.push(toPlaceKey(word, listSpellings));
    else keys.push(key);
  }
  return { keys, places };
}

function weigh(concepts: readonly Concept[], others: readonly string[]): Omit<Question, 'places'> {
  const work = concepts.filter(({ trade }) => trade !== null);
  const generic = concepts.filter(({ trade }) => trade === null).map(({ id }) => id);
  if (work.length === 0) {
    const strong = others.length > 0 ? others : generic;
    return { strong: unique(strong), weak: others.length > 0 ? unique(generic) : [], trades: [] };
  }
  // The trade is implied by a kind of its work.
  const strong = work.filter(
    (concept) => !concept.isTrade || !work.some((other) => !other.isTrade && other.trade === concept.trade),
  );
  return {
    strong: unique(strong.map(({ id }) => id)),
    weak: unique([...generic, ...others]),
    trades: unique(work.flatMap(({ trade }) => trade ?? [])),
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
