import { findScript, romanise } from '../../platform/romanise.ts';
import { listSpellings } from './aliases.ts';
import { countEdits } from './edits.ts';
import { fold } from './fold.ts';
import type { PlaceRecord } from './place-data.ts';

/** Only names that very many people type are worth a guess. */
const LARGE_CITIES = 200;
/** A shorter word is within one edit of too many others. */
const ONE_EDIT_FROM = 5;
const TWO_EDITS_FROM = 9;
const ANY_EDITS = 2;
const DEVANAGARI = /\p{Script=Devanagari}/u;

/**
 * Reads a word of a place as the name of a large city, in any Indian script and with the usual misspellings. A name of any
 * place in the data stays what it is.
 */
export class CityWords {
  /** The usual spelling of each word of a large city, by how it sounds. */
  readonly #bySound = new Map<string, string>();
  readonly #names: ReadonlySet<string>;
  /** How all names sound; listed with the first word that is none of them. */
  #sounds: ReadonlySet<string> | undefined;

  constructor(records: readonly PlaceRecord[]) {
    const words = new Set(records.flatMap(({ place }) => fold(`${place.name} ${place.district}`).split(' ')));
    this.#names = words;
    const largest = records
      .filter(({ city }) => city === '')
      .toSorted((one, other) => other.weight - one.weight)
      .slice(0, LARGE_CITIES);
    const cityWords = new Set(largest.flatMap(({ place }) => fold(place.name).split(' ')));
    for (const word of cityWords)
      for (const spelling of listSpellings(word)) {
        const sound = toSound(spelling);
        if (!this.#bySound.has(sound)) this.#bySound.set(sound, word);
      }
  }

  /** The word and its other spellings; those of a large city when the word is only a misspelling of its name. */
  list(word: string): readonly string[] {
    return this.#list(word, ANY_EDITS);
  }

  /** The same without misspellings, and only for scripts whose names of places are not in the data. */
  listExact(word: string): readonly string[] {
    const isInData = findScript(word) === 'latin' || DEVANAGARI.test(word);
    return isInData ? listSpellings(word) : this.#list(word, 0);
  }

  #list(word: string, editsMost: number): readonly string[] {
    const known = listSpellings(word);
    if (known.length > 1 || this.#names.has(word)) return known;
    const city = this.#findCity(word, editsMost);
    return city === undefined ? known : [...new Set([...listSpellings(city), word])];
  }

  #findCity(word: string, editsMost: number): string | undefined {
    const sound = toSound(word);
    const same = this.#bySound.get(sound);
    if (same !== undefined) return same;
    this.#sounds ??= new Set([...this.#names].map(toSound));
    // Another place sounds like this, so nothing is misspelt.
    if (this.#sounds.has(sound) || /\d/.test(word)) return undefined;
    const allowed = sound.length < ONE_EDIT_FROM ? 0 : sound.length < TWO_EDITS_FROM ? 1 : 2;
    for (let edits = 1; edits <= Math.min(allowed, editsMost); edits += 1) {
      const cities = this.#listWithin(sound, edits);
      if (cities.size > 0) return cities.size === 1 ? [...cities][0] : undefined;
    }
    return undefined;
  }

  #listWithin(sound: string, edits: number): Set<string> {
    const near = [...this.#bySound].filter(
      ([known]) =>
        // The first letter is hardly ever wrong.
        known.charAt(0) === sound.charAt(0) &&
        known.length >= ONE_EDIT_FROM &&
        countEdits(known, sound, edits) <= edits,
    );
    return new Set(near.map(([, city]) => listSpellings(city)[0] ?? city));
  }
}

const FOLDS: readonly [RegExp, string][] = [
  // What people write in Latin letters differs in long vowels, aspiration and doubled letters.
  [/zh/g, 'l'],
  [/ph|f/g, 'p'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?!h)/g, 'k'],
  [/ch+/g, 'c'],
  [/([tdbgkjsl])h/g, '$1'],
  [/ee|ii|y/g, 'i'],
  [/oo|ou/g, 'u'],
  [/ai|ei/g, 'e'],
  [/au/g, 'o'],
  // Tamil writes one letter for each of these pairs; the others follow, so that all meet.
  [/b/g, 'p'],
  [/d/g, 't'],
  [/g/g, 'k'],
  [/[jc]/g, 's'],
  [/m(?=[pt])/g, 'n'],
  [/(\D)\1+/g, '$1'],
  // The endings of Telugu, Kannada and Tamil, and the vowel that northern scripts leave out.
  [/(?<=...)(?:am|an|u|a)$/, ''],
];

/** How a word sounds, roughly: the same for "Hyderabad", "హైదరాబాద్" and "ஹைதராபாத்". */
function toSound(word: string): string {
  let sound = findScript(word) === 'latin' ? word : romanise(word).text;
  for (const [pattern, replacement] of FOLDS) sound = sound.replace(pattern, replacement);
  return sound;
}
