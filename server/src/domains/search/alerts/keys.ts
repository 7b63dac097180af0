import { buildBox, calculateDistanceKm } from '../engine/distance.ts';
import type { Position } from '@fws/contract/jobs/model';

/**
 * Which saved searches may find a job, without looking at all of them. Each search is stored under keys that combine its
 * category, its area and the beginning of its longest word. A job builds every key under which a search that finds it
 * may be stored. What the keys leave open is decided by `findsJob`.
 */

/** Part of a key: the search does not limit this. */
const ANY = '*';

const SEPARATOR = '|';

/** What a saved search looks for. Its words are those of `listTerms`. */
export interface SearchedFor {
  terms: readonly string[];
  categoryId: number | null;
  /** The words of its place, each with its spellings. A radius replaces them. */
  placeWords: readonly (readonly string[])[];
  circle: { centre: Position; radiusKm: number } | null;
  budgetFromPaise: number | null;
  budgetToPaise: number | null;
  /** The last date on which a job may close. */
  closesBy: string | null;
}

export interface FindableJob {
  /** Words of the title, the skills and the category. */
  terms: readonly string[];
  categoryId: number;
  placeWords: readonly string[];
  position: Position | null;
  budgetFromPaise: number;
  budgetToPaise: number;
  closesOn: string;
}

export function buildSearchKeys({ terms, categoryId, placeWords, circle }: SearchedFor): string[] {
  const word = findLongest(terms);
  const category = categoryId === null ? ANY : String(categoryId);
  const areas = circle ? listCells(circle) : listPlaceKeys(placeWords);
  const wordKey = word === undefined ? ANY : getWordKey(word);
  return areas.map((area) => [category, area, wordKey].join(SEPARATOR));
}

export function buildJobKeys({ terms, categoryId, placeWords, position }: FindableJob): string[] {
  const categories = [ANY, String(categoryId)];
  const areas = [
    ANY,
    ...new Set(placeWords.map(getPlaceKey)),
    ...(position
      ? CELL_DEGREES.map((_, level) => getCell(level, position.latitude, position.longitude))
      : []),
  ];
  const words = [ANY, ...new Set(terms.map(getWordKey))];
  return categories.flatMap((category) =>
    areas.flatMap((area) => words.map((word) => [category, area, word].join(SEPARATOR))),
  );
}

/** Whether a search finds a job, once one of its keys has. Every word must begin a word of the job. */
export function findsJob(search: SearchedFor, job: FindableJob): boolean {
  const { categoryId, circle, budgetFromPaise, budgetToPaise, closesBy } = search;
  if (categoryId !== null && categoryId !== job.categoryId) return false;
  if (budgetFromPaise !== null && job.budgetToPaise < budgetFromPaise) return false;
  if (budgetToPaise !== null && job.budgetFromPaise > budgetToPaise) return false;
  if (closesBy !== null && job.closesOn > closesBy) return false;
  if (circle && !(job.position && calculateDistanceKm(circle.centre, job.position) <= circle.radiusKm))
    return false;
  const isPlace = search.placeWords.every((spellings) =>
    spellings.some((spelling) => job.placeWords.some((word) => word.startsWith(spelling))),
  );
  return isPlace && search.terms.every((term) => job.terms.some((word) => word.startsWith(term)));
}

const findLongest = (words: readonly string[]): string | undefined =>
  words.reduce<string | undefined>(
    (longest, word) => (longest !== undefined && longest.length >= word.length ? longest : word),
    undefined,
  );

/** As many characters as a word must have in common with the word that it begins. */
const KEY_CHARACTERS = 2;
const takeBeginning = (word: string): string => word.slice(0, KEY_CHARACTERS);
const getWordKey = (word: string): string => `w${takeBeginning(word)}`;
const getPlaceKey = (word: string): string => `p${takeBeginning(word)}`;

function listPlaceKeys(placeWords: SearchedFor['placeWords']): string[] {
  const [spellings] = placeWords.toSorted((one, other) => (other[0]?.length ?? 0) - (one[0]?.length ?? 0));
  return spellings ? [...new Set(spellings.map(getPlaceKey))] : [ANY];
}

/** The sides of the cells, in degrees. A circle is stored in the smallest of which it touches no more than four. */
const CELL_DEGREES = [0.15, 0.5, 1.5, 5, 20];

const getCell = (level: number, latitude: number, longitude: number): string => {
  const side = CELL_DEGREES[level] ?? 1;
  return `c${level}:${Math.floor(latitude / side)}:${Math.floor(longitude / side)}`;
};

function listCells({ centre, radiusKm }: { centre: Position; radiusKm: number }): string[] {
  const { south, north, west, east } = buildBox(centre, radiusKm);
  const level = CELL_DEGREES.findIndex((side) => side >= east - west);
  const cells = [south, north].flatMap((latitude) =>
    [west, east].map((longitude) =>
      getCell(level < 0 ? CELL_DEGREES.length - 1 : level, latitude, longitude),
    ),
  );
  return [...new Set(cells)];
}
