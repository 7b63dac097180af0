import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '@fws/contract/platform/messages';
import { getAssetPath } from './assets.ts';

// Places are stored under their English names, as the bundled places have them: "Kothrud, Pune, Maharashtra 411038". Who
// reads Hindi sees and sends the Hindi name of every part that has one: "Kothrud, पुणे, महाराष्ट्र 411038".

const FILE = path.join(getAssetPath('server/data'), 'place-names-hi.tsv');

interface PlaceNames {
  toHindi: ReadonlyMap<string, string>;
  toEnglish: ReadonlyMap<string, string>;
}

let loaded: PlaceNames | undefined;

function loadPlaceNames(): PlaceNames {
  const pairs = readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([english = '', hindi = '']): [string, string] => [english, hindi]);
  // Of two spellings in English, the first is stored.
  const back = pairs.toReversed().map(([english, hindi]): [string, string] => [hindi, english]);
  return { toHindi: new Map(pairs), toEnglish: new Map(back) };
}

/** The places that have a Hindi name: English and Hindi. */
export const listPlaceNames = (): [string, string][] => [...(loaded ??= loadPlaceNames()).toHindi];

/** Writes a place for readers of a language. */
export const translatePlace = (place: string, locale: Locale): string =>
  locale === 'hi' ? replaceParts(place, (loaded ??= loadPlaceNames()).toHindi) : place;

/** Writes a place as it is stored, whatever language it was chosen in. */
export const toStoredPlace = (place: string): string =>
  /\p{Script=Devanagari}/u.test(place) ? replaceParts(place, (loaded ??= loadPlaceNames()).toEnglish) : place;

/** Replaces the parts between commas; the last may end with a PIN. */
const replaceParts = (place: string, names: ReadonlyMap<string, string>): string =>
  place
    .split(', ')
    .map((part) => {
      const [, name = part, pin = ''] = /^(.*?)( \d{6})?$/.exec(part) ?? [];
      return (names.get(name) ?? name) + pin;
    })
    .join(', ');

/** The fields of the contract that hold a place. */
const PLACE_FIELDS: ReadonlySet<string> = new Set(['location', 'jobLocation', 'nativeLocation']);

/** Translates the places in a reply, at any depth. */
export function translatePlacesIn(value: unknown, locale: Locale): unknown {
  if (locale !== 'hi' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => translatePlacesIn(item, locale));
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [
    name,
    PLACE_FIELDS.has(name) && typeof field === 'string'
      ? translatePlace(field, locale)
      : translatePlacesIn(field, locale),
  ]);
  return Object.fromEntries(fields);
}

/** The values of a request with their places as they are stored. */
export const storePlacesIn = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      PLACE_FIELDS.has(name) && typeof value === 'string' ? toStoredPlace(value) : value,
    ]),
  );
