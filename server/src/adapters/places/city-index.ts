import type { City, Locality } from '../../ports/place-finder.ts';
import { listSpellings } from './aliases.ts';
import type { CityWords } from './city-words.ts';
import { fold } from './fold.ts';
import type { PlaceRecord } from './place-data.ts';

interface CityEntry {
  city: City;
  weight: number;
}

/** A name of a place has at most so many words here; longer ones are rare and no names of cities. */
const MAX_NAME_WORDS = 3;
const PIN = /\b\d{3} ?\d{3}\b/g;

/** Which city an address names, however it is written: "14 Park Lane, Kothrud, पुणे 411038". */
export class CityIndex {
  /** By the name in its usual spelling, the largest first. */
  readonly #citiesByName = new Map<string, CityEntry[]>();
  readonly #citiesBySlug = new Map<string, City>();
  /** The usual spelling of the names of localities, by the city's name. */
  readonly #localities = new Map<string, Map<string, string>>();

  readonly #cityWords: CityWords;

  constructor(records: readonly PlaceRecord[], cityWords: CityWords) {
    this.#cityWords = cityWords;
    for (const { place, city, weight } of records) {
      if (city === '') this.#addCity(place.name, place.state, weight);
      else this.#addLocality(place.name, city);
    }
    for (const entries of this.#citiesByName.values()) {
      entries.sort((left, right) => right.weight - left.weight);
      for (const [index, { city }] of entries.entries()) {
        if (index > 0) city.slug = toSlug(`${city.name} ${city.state}`);
        if (!this.#citiesBySlug.has(city.slug)) this.#citiesBySlug.set(city.slug, city);
      }
    }
  }

  #addCity(name: string, state: string, weight: number): void {
    const key = toUsualSpelling(name);
    const entries = this.#citiesByName.get(key) ?? [];
    this.#citiesByName.set(key, entries);
    if (!entries.some(({ city }) => city.state === state))
      entries.push({ city: { name, state, slug: toSlug(name) }, weight });
  }

  #addLocality(name: string, city: string): void {
    const key = toUsualSpelling(city);
    const names = this.#localities.get(key) ?? new Map<string, string>();
    this.#localities.set(key, names);
    if (toUsualSpelling(name) !== key) names.set(toUsualSpelling(name), name);
  }

  /** Also by a former name or another spelling: people type addresses too. */
  findCity(slug: string): City | null {
    return this.#citiesBySlug.get(slug) ?? this.#citiesByName.get(toUsualSpelling(slug))?.[0]?.city ?? null;
  }

  /** Reads from the end, because addresses go from near to far. */
  locate(address: string): Locality | null {
    const parts = address
      .replaceAll(PIN, ' ')
      .split(',')
      .map((part) => this.#readWords(part));
    for (let index = parts.length - 1; index >= 0; index -= 1) {
      const words = parts[index] ?? [];
      const found = this.#findCityAtEnd(
        words,
        parts.slice(index + 1).map((part) => part.join(' ')),
      );
      if (!found) continue;
      const before = words.slice(0, -found.length);
      const near = before.length > 0 ? before : (parts[index - 1] ?? []);
      return { name: this.#findLocalityAtEnd(near, found.name), city: found.city };
    }
    return null;
  }

  #readWords(text: string): string[] {
    const words = fold(text).split(' ').filter(Boolean);
    return words.map((word) => this.#cityWords.listExact(word)[0] ?? word);
  }

  #findCityAtEnd(words: readonly string[], farther: readonly string[]) {
    for (let length = Math.min(MAX_NAME_WORDS, words.length); length > 0; length -= 1) {
      const name = words.slice(-length).join(' ');
      const entries = this.#citiesByName.get(name);
      // Many villages have the name of a common word. It counts as a place only if its state follows or it is a larger town.
      const inState = entries?.find(({ city }) => farther.includes(toUsualSpelling(city.state)));
      const entry = inState ?? entries?.find(({ weight }) => weight >= MIN_TOWN_WEIGHT);
      if (entry) return { city: entry.city, name, length };
    }
    return null;
  }

  #findLocalityAtEnd(words: readonly string[], city: string): string | null {
    const names = this.#localities.get(city);
    for (let length = Math.min(MAX_NAME_WORDS, words.length); length > 0; length -= 1) {
      const name = names?.get(words.slice(-length).join(' '));
      if (name !== undefined) return name;
    }
    return null;
  }
}

/** About 50,000 people: ten times the decimal logarithm. */
const MIN_TOWN_WEIGHT = 47;

/** "poona" and "पुणे" become "pune": the first of the known spellings of each word. */
const toUsualSpelling = (text: string): string =>
  fold(text)
    .split(' ')
    .map((word) => listSpellings(word)[0] ?? word)
    .join(' ');

const toSlug = (name: string): string => fold(name).replaceAll(' ', '-');
