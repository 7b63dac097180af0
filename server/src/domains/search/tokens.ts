import type { Position } from '@fws/contract/jobs/model';
import { listCells } from './cells.ts';
import { listConcepts, loadDictionary } from './dictionary.ts';
import { splitWords, toKey, toKeys } from './fold.ts';

// What the index holds of a job: one token for each thing that a search can ask for.

/** Raise it when the tokens of a job change: the jobs of earlier versions are then indexed again. */
export const INDEX_VERSION = 1;

/** Where a word stands: in the title, or anywhere. */
export type Field = 'title' | 'any';
const FIELD_PREFIX: Record<Field, string> = { title: 't', any: 'a' };

export const buildWordToken = (field: Field, word: string) => `${FIELD_PREFIX[field]}:${word}`;
export const buildCategoryToken = (categoryId: number) => `k:${categoryId}`;
export const buildPlaceToken = (key: string) => `p:${key}`;
export const buildHourToken = (hour: number) => `h:${hour}`;
export const buildDayToken = (day: number) => `d:${day}`;
export const buildClosingToken = (day: number) => `e:${day}`;
export const buildBudgetToken = (step: number) => `b:${step}`;

/** Every job has it. */
export const JOB_TOKEN = 'o';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const toDay = (date: string): number => Math.floor(Date.parse(date) / DAY_MS);

const BUDGET_STEP = Math.log(1.5);
/** Amounts between two powers of 1.5 are one step. */
export const toBudgetStep = (paise: number): number => Math.floor(Math.log(Math.max(1, paise)) / BUDGET_STEP);
export const listSteps = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

const BUCKET_MS = 8 * DAY_MS;
/** The tokens of jobs that were posted within the same eight days are keys of their own, so that the lists of each are short. */
export const toBucket = (postedAtMs: number): number => Math.floor(postedAtMs / BUCKET_MS);
export const getBucketStart = (bucket: number): number => bucket * BUCKET_MS;
export const toKeyInBucket = (bucket: number, token: string): string => `${bucket}~${token}`;

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
  posted_at: Date;
  closes_on: string;
  budget_from_paise: number;
  budget_to_paise: number;
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
  const trade = dictionary.trades.get(job.category_name);
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
  const position = toPosition(job);
  const tokens = new Set([
    JOB_TOKEN,
    ...inTitle.map((word) => buildWordToken('title', word)),
    ...inAny.map((word) => buildWordToken('any', word)),
    buildCategoryToken(job.category_id),
    ...places.map(buildPlaceToken),
    ...(position ? listCells(position) : []),
    buildHourToken(Math.floor(job.posted_at.getTime() / HOUR_MS)),
    buildDayToken(Math.floor(job.posted_at.getTime() / DAY_MS)),
    buildClosingToken(toDay(job.closes_on)),
    ...listSteps(toBudgetStep(job.budget_from_paise), toBudgetStep(job.budget_to_paise)).map(
      buildBudgetToken,
    ),
  ]);
  const bucket = toBucket(job.posted_at.getTime());
  const bucketed = [...tokens].map((token) => toKeyInBucket(bucket, token));
  return {
    tokens: bucketed,
    words: [...new Set([...title.others, ...skills.others])],
    places: [...new Set(places)],
  };
}

const toPosition = ({ latitude, longitude }: IndexedJob): Position | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
