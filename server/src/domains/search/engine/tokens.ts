import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import { toPosition, type Box } from './distance.ts';
import { listConcepts, loadDictionary } from '../words/dictionary.ts';
import { splitWords, toKey, toKeys } from '../words/fold.ts';

// What the index holds of a job: one token for each thing that a search can ask for.

/** Raise it when the tokens of a job change. */
const TOKENS_VERSION = 5;
/** The jobs of earlier versions are indexed again, also after a change of what the contact filter hides. */
export const INDEX_VERSION = TOKENS_VERSION * 1000 + FILTER_VERSION;

/** Where a word stands: in the title, or anywhere. */
export type Field = 'title' | 'any';
const FIELD_PREFIX: Record<Field, string> = { title: 't', any: 'a' };

export const buildWordToken = (field: Field, word: string) => `${FIELD_PREFIX[field]}:${word}`;
export const buildCategoryToken = (categoryId: number) => `k:${categoryId}`;
export const buildPlaceToken = (key: string) => `p:${key}`;

/** The sides of the cells of the map, in degrees: about 50 km. */
const CELL_DEGREES = 0.5;
const toCell = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const buildCellToken = (row: number, column: number) => `g:${row}:${column}`;
/** More cells than this help little. */
const CELLS_MAX = 30;

/** The cells that cover a box; null for too many of them. */
export function listCellTokens({ south, north, west, east }: Box): string[] | null {
  const [bottom, top] = [toCell(south), toCell(north)];
  const [left, right] = [toCell(west), toCell(east)];
  if ((top - bottom + 1) * (right - left + 1) > CELLS_MAX) return null;
  const tokens: string[] = [];
  for (let row = bottom; row <= top; row++)
    for (let column = left; column <= right; column++) tokens.push(buildCellToken(row, column));
  return tokens;
}

export const DAY_MS = 86_400_000;
export const toDay = (date: string): number => Math.floor(Date.parse(date) / DAY_MS);

export interface IndexedJob {
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  skills: readonly string[];
  category_id: number;
  category_name: string;
  category_name_hi: string;
  trade: string | null;
}

export type ListSpellings = (word: string) => readonly string[];

/** One key for all spellings of a word of a place. */
export const toPlaceKey = (word: string, listSpellings: ListSpellings): string =>
  toKey(listSpellings(word)[0] ?? word);

export interface JobTokens {
  tokens: string[];
  /** Words that a misspelled one can stand for. */
  words: string[];
  places: string[];
}

export function buildTokens(job: IndexedJob, listSpellings: ListSpellings): JobTokens {
  const dictionary = loadDictionary();
  const read = (...texts: readonly string[]) => {
    const parts = texts.map((text) => listConcepts(dictionary, toKeys(text)));
    return {
      ideas: parts.flatMap(({ concepts }) => concepts.map(({ id }) => id)),
      others: parts.flatMap(({ others }) => others),
    };
  };
  const title = read(job.title);
  const skills = read(...job.skills);
  const rest = read(job.description, job.category_name, job.category_name_hi);
  const trade = dictionary.trades.get(job.trade ?? '');
  const inTitle = [...title.ideas, ...title.others];
  const places = splitWords(job.location).map((word) => toPlaceKey(word, listSpellings));
  const inAny = [
    ...inTitle,
    ...skills.ideas,
    ...skills.others,
    ...rest.ideas,
    ...rest.others,
    ...(trade ? [trade.id] : []),
  ];
  const position = toPosition(job.latitude, job.longitude);
  const tokens = new Set([
    ...inTitle.map((word) => buildWordToken('title', word)),
    ...inAny.map((word) => buildWordToken('any', word)),
    buildCategoryToken(job.category_id),
    ...places.map(buildPlaceToken),
    ...(position ? [buildCellToken(toCell(position.latitude), toCell(position.longitude))] : []),
  ]);
  return {
    tokens: [...tokens],
    words: [...new Set([...title.others, ...skills.others])],
    places: [...new Set(places)],
  };
}
