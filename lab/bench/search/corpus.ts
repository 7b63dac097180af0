import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPlaces } from '../../../server/src/adapters/places/place-data.ts';
import type { Place } from '../../../server/src/ports/place-finder.ts';

// Jobs as people write them, in three languages and in many places, the same in every run.

const NEEDS_FILE = path.join(import.meta.dirname, 'needs.txt');

/** A kind of work, with the texts that people write for it. */
interface Need {
  /** "plumbing/tap" */
  key: string;
  category: string;
  titles: string[];
  skills: string[];
  descriptions: string[];
}

export const readLines = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()));

const splitTexts = (text = '', separator = ';') => text.split(separator).map((part) => part.trim());

const readNeeds = (): Need[] =>
  readLines(NEEDS_FILE).map(([key = '', category = '', titles, skills, descriptions]) => ({
    key,
    category,
    titles: splitTexts(titles),
    skills: splitTexts(skills, ','),
    descriptions: splitTexts(descriptions),
  }));

export interface CorpusJob {
  need: string;
  city: string;
  category: string;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  skills: string[];
  budgetFromPaise: number;
  budgetToPaise: number;
  /** Minutes before the corpus is searched. */
  postedBeforeMinutes: number;
  /** Days after it. */
  closesAfterDays: number;
}

/** The cities of the questions and others. */
const CITIES = [
  'Mumbai',
  'Delhi',
  'Bengaluru',
  'Hyderabad',
  'Chennai',
  'Kolkata',
  'Pune',
  'Ahmedabad',
  'Gurugram',
  'Indore',
  'Bhopal',
  'Vadodara',
  'Varanasi',
  'Prayagraj',
  'Mysuru',
  'Visakhapatnam',
  'Thiruvananthapuram',
  'Jaipur',
  'Lucknow',
  'Nagpur',
];
const LOCALITIES_MAX = 60;
/** Two months. */
const SPAN_MINUTES = 60 * 24 * 60;

/** A small generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function readLocalities(): Map<string, Place[]> {
  const localities = new Map<string, Place[]>(CITIES.map((city) => [city, []]));
  for (const { place, city } of readPlaces()) {
    const list = localities.get(city);
    if (list && list.length < LOCALITIES_MAX && place.latitude !== null) list.push(place);
  }
  return localities;
}

export function* buildCorpus(count: number): Generator<CorpusJob> {
  const random = createRandom(7);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const needs = readNeeds();
  const localities = readLocalities();
  for (let index = 0; index < count; index++) {
    const need = needs[index % needs.length] ?? pick(needs);
    // The first cities are larger.
    const city = CITIES[Math.floor(CITIES.length * random() ** 1.4)] ?? 'Pune';
    const place = pick(localities.get(city) ?? []);
    const isExact = random() < 0.85;
    const fromRupees = Math.round(500 * 1.5 ** Math.floor(random() * 12));
    const isRange = random() < 0.4;
    const title = pick(need.titles);
    const naming = random();
    yield {
      need: need.key,
      city,
      category: need.category,
      title: naming < 0.1 ? `${title} in ${place.name}` : naming < 0.15 ? `${title}, ${city}` : title,
      description: pick(need.descriptions),
      location: isExact ? place.label : `${place.name}, ${city}`,
      latitude: isExact ? place.latitude : null,
      longitude: isExact ? place.longitude : null,
      skills: random() < 0.5 ? need.skills : need.skills.slice(0, 1),
      budgetFromPaise: fromRupees * 100,
      budgetToPaise: (isRange ? Math.round(fromRupees * 1.4) : fromRupees) * 100,
      postedBeforeMinutes: Math.floor(random() * SPAN_MINUTES) + 1,
      closesAfterDays: 1 + Math.floor(random() * 60),
    };
  }
}
