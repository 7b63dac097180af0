import { toLatinDigits } from '@fws/contract/platform/identifiers';
import type { Place } from '../../ports/place-finder.ts';
import { listSpellings } from './aliases.ts';
import type { CityWords } from './city-words.ts';
import { fold } from './fold.ts';
import { isPrefixWithinOneEdit } from './one-edit.ts';
import type { PlaceRecord } from './place-data.ts';

const MAX_TERMS = 6;
const MIN_QUERY_LENGTH = 2;
const MAX_QUERY_LENGTH = 100;
/** A shorter word is within one edit of too many others. */
const MIN_MISSPELT_LENGTH = 4;
const COUNTRY = new Set(['india', 'bharat', 'भारत', 'इंडिया']);

/**
 * One point equals a factor of ten in population: an exact name outranks a prefix match of a place 100 times larger.
 */
const POINTS = { nameExact: 60, nameStart: 50, namePrefix: 40, areaExact: 20, areaPrefix: 10, whole: 60 };

interface Entry {
  place: Place;
  weight: number;
  nameWords: readonly string[];
  areaWords: readonly string[];
}

interface Term {
  text: string;
  matches(word: string): boolean;
  /** Places with a matching word. */
  entries: ReadonlySet<number>;
}

export class PlaceIndex {
  readonly #entries: Entry[];
  readonly #vocabulary: string[];
  readonly #entriesByWord: ReadonlyMap<string, number[]>;

  readonly #cityWords: CityWords;

  constructor(records: readonly PlaceRecord[], cityWords: CityWords) {
    this.#cityWords = cityWords;
    this.#entries = toEntries(records);
    const entriesByWord = new Map<string, number[]>();
    for (const [index, { nameWords, areaWords }] of this.#entries.entries()) {
      for (const word of new Set([...nameWords, ...areaWords])) {
        const indices = entriesByWord.get(word);
        if (indices === undefined) entriesByWord.set(word, [index]);
        else indices.push(index);
      }
    }
    this.#entriesByWord = entriesByWord;
    this.#vocabulary = [...entriesByWord.keys()].toSorted();
  }

  search(query: string, limit: number): Place[] {
    const words = parseQueryWords(query);
    if (words.join('').length < MIN_QUERY_LENGTH) return [];
    const ranked = this.#find(words);
    const byLabel = new Map(ranked.slice(0, limit * 2).map((place) => [place.label, place]));
    return [...byLabel.values()].slice(0, limit);
  }

  /** Addresses go from near to far: without its first words an address still names the larger place. */
  #find(words: string[]): Place[] {
    const attempts = [
      () => this.#rank(words.map((text) => this.#buildPrefixTerm(text))),
      ...listJoinings(words).map(
        (joined) => () => this.#rank(joined.map((text) => this.#buildPrefixTerm(text))),
      ),
      () => this.#rank(words.map((text) => this.#buildPrefixTerm(this.#cityWords.list(text)[0] ?? text))),
      () => this.#rank(words.map((text) => this.#buildMisspeltTerm(text))),
      () => (words.length > 1 ? this.#find(words.slice(1)) : []),
    ];
    for (const attempt of attempts) {
      const places = attempt();
      if (places.length > 0) return places;
    }
    return [];
  }

  #rank(terms: Term[]): Place[] {
    const rarestFirst = terms.toSorted((a, b) => a.entries.size - b.entries.size);
    const [rarest, ...others] = rarestFirst;
    const indices = [...(rarest?.entries ?? [])].filter((index) =>
      others.every(({ entries }) => entries.has(index)),
    );
    return indices
      .map((index) => this.#entries[index])
      .filter((entry) => entry !== undefined)
      .map((entry) => ({ place: entry.place, score: calculateScore(entry, terms) }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ place }) => place);
  }

  #buildPrefixTerm(text: string): Term {
    return {
      text,
      matches: (word) => word.startsWith(text),
      entries: this.#listEntries(this.#listWordsFrom(text)),
    };
  }

  #listWordsFrom(prefix: string): string[] {
    const start = findLowerBound(this.#vocabulary, prefix);
    const afterLast = findLowerBound(this.#vocabulary, `${prefix}\uffff`);
    return this.#vocabulary.slice(start, afterLast);
  }

  #buildMisspeltTerm(text: string): Term {
    const prefixed = this.#buildPrefixTerm(text);
    if (prefixed.entries.size > 0 || text.length < MIN_MISSPELT_LENGTH || /\d/.test(text)) return prefixed;
    const sameInitial = this.#listWordsFrom(text.charAt(0));
    const words = new Set(sameInitial.filter((word) => isPrefixWithinOneEdit(word, text)));
    return { text, matches: (word) => words.has(word), entries: this.#listEntries(words) };
  }

  #listEntries(words: Iterable<string>): Set<number> {
    return new Set([...words].flatMap((word) => this.#entriesByWord.get(word) ?? []));
  }
}

function toEntries(records: readonly PlaceRecord[]): Entry[] {
  const areas = new Map<string, readonly string[]>();
  return records.map(({ place, city, weight }) => {
    const area = `${city} ${place.district} ${place.state}`;
    const areaWords = areas.get(area) ?? listWords(area);
    areas.set(area, areaWords);
    return { place, weight, nameWords: listNameWords(place), areaWords };
  });
}

/** Includes the words joined: "Shivaji Nagar" is as often written "Shivajinagar". */
function listNameWords({ name, pin }: Place): string[] {
  const joined = fold(name).replaceAll(' ', '');
  const words = listWords(name);
  return [...words, ...(words.includes(joined) ? [] : [joined]), ...(pin === null ? [] : [pin])];
}

function listWords(text: string): string[] {
  return fold(text).split(' ').flatMap(listSpellings);
}

function parseQueryWords(query: string): string[] {
  const joinedPin = toLatinDigits(query.slice(0, MAX_QUERY_LENGTH)).replace(/\b(\d{3}) (\d{3})\b/, '$1$2');
  const words = fold(joinedPin).split(' ');
  return words.filter((word) => word !== '' && !COUNTRY.has(word)).slice(0, MAX_TERMS);
}

/** "indira nagar bangalore" → "indiranagar bangalore", "indira nagarbangalore". */
function listJoinings(words: string[]): string[][] {
  return words.slice(1).map((word, index) => words.toSpliced(index, 2, `${words[index]}${word}`));
}

function calculateScore(entry: Entry, terms: Term[]): number {
  const whole = terms.length === 1 && listSpellings(fold(entry.place.name)).includes(terms[0]?.text ?? '');
  const points = terms.map((term) => calculatePoints(term, entry)).reduce((sum, each) => sum + each, 0);
  return entry.weight + points + (whole ? POINTS.whole : 0);
}

function calculatePoints(term: Term, { nameWords, areaWords }: Entry): number {
  if (nameWords.includes(term.text)) return POINTS.nameExact;
  if (nameWords[0] !== undefined && term.matches(nameWords[0])) return POINTS.nameStart;
  if (nameWords.some((word) => term.matches(word))) return POINTS.namePrefix;
  return areaWords.includes(term.text) ? POINTS.areaExact : POINTS.areaPrefix;
}

function findLowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
