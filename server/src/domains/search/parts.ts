import type { Position, SearchSort } from '@fws/contract/jobs/model';
import { coverCircle } from './cells.ts';
import type { Statistics } from './statistics.ts';
import {
  buildCategoryToken,
  buildClosingToken,
  buildDayToken,
  buildHourToken,
  buildWordToken,
  DAY_MS,
  getBucketStart,
  HOUR_MS,
  listSteps,
  toBucket,
  toDay,
  toKeyInBucket,
  type Field,
} from './tokens.ts';

// A search reads the index in parts, best first, and stops when it has enough. Each part is about as large as all before
// it together, so the last one never holds much more than what is needed.

/** What a job must have: tokens combined. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | string;

export const all = (...conditions: readonly Condition[]): Condition => ({ all: conditions });
export const any = (...conditions: readonly Condition[]): Condition => ({ any: conditions });
export const not = (condition: Condition): Condition => ({ not: condition });

/** As a tsquery for the jobs of a bucket. Null: every job has it. */
export function toQuery(condition: Condition, bucket: number): string | null {
  if (typeof condition === 'string')
    return `'${toKeyInBucket(bucket, condition).replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  if ('not' in condition) return `!${toQuery(condition.not, bucket) ?? "''"}`;
  const [conditions, sign] = 'all' in condition ? [condition.all, ' & '] : [condition.any, ' | '];
  const queries = conditions.map((each) => toQuery(each, bucket)).filter((query) => query !== null);
  if ('any' in condition && (queries.length < conditions.length || conditions.length === 0)) return null;
  return queries.length === 0 ? null : `(${queries.join(sign)})`;
}

/** The share of jobs that have it, at most and roughly. */
export function estimateShare(condition: Condition, statistics: Statistics): number {
  if (typeof condition === 'string') return statistics.getShare(condition);
  if ('not' in condition) return 1;
  const shares = ('all' in condition ? condition.all : condition.any).map((each) =>
    estimateShare(each, statistics),
  );
  return 'all' in condition
    ? Math.min(1, ...shares)
    : Math.min(
        1,
        shares.reduce((sum, share) => sum + share, 0),
      );
}

/** What all jobs must have. */
export interface Filter {
  work: Condition;
  places: Condition;
  /** The rows say the same exactly. Null: any distance. */
  cells: Condition | null;
  /** The rows say the same exactly. Null: any budget. */
  budget: Condition | null;
}

export interface Tier {
  /** Lower is more relevant. */
  tier: number;
  condition: Condition;
}

const word =
  (field: Field) =>
  (text: string): Condition =>
    buildWordToken(field, text);

export interface TierInput {
  strong: readonly string[];
  weak: readonly string[];
  categoryIds: readonly number[];
}

/** How well a job fits the words: no job is in two tiers. */
export function buildTiers({ strong, weak, categoryIds }: TierInput): Tier[] {
  if (strong.length === 0) return [{ tier: 1, condition: all() }];
  const inTitle = all(...strong.map(word('title')));
  const anywhere = all(...strong.map(word('any')));
  const category = categoryIds.length === 0 ? all() : any(...categoryIds.map(buildCategoryToken));
  const best = all(inTitle, ...weak.map(word('title')));
  const good = all(anywhere, ...weak.map(word('any')));
  const isPlain = weak.length === 0;
  const rest: readonly Condition[] = isPlain ? [] : [not(good)];
  return [
    { tier: 1, condition: all(best, category) },
    ...(isPlain ? [] : [{ tier: 2, condition: all(good, category, not(best)) }]),
    ...(isPlain ? [] : [{ tier: 3, condition: all(inTitle, category, ...rest) }]),
    { tier: 4, condition: all(anywhere, category, not(inTitle), ...rest) },
    ...(categoryIds.length === 0 ? [] : [{ tier: 5, condition: all(anywhere, not(category)) }]),
  ];
}

/** The jobs of all tiers. */
export const buildOnlyTier = ({ strong }: TierInput): Tier[] => [
  { tier: 1, condition: all(...strong.map(word('any'))) },
];

/** Jobs that are not what was asked for, and near it. */
export function buildRelatedTiers({ strong, categoryIds }: TierInput): Tier[] {
  const anywhere = all(...strong.map(word('any')));
  const some = strong.length < 2 ? anywhere : any(...strong.map(word('any')));
  const category = any(...categoryIds.map(buildCategoryToken));
  return [
    ...(strong.length < 2 ? [] : [{ tier: RELATED_TIER, condition: all(some, not(anywhere)) }]),
    ...(categoryIds.length === 0 ? [] : [{ tier: RELATED_TIER + 1, condition: all(category, not(some)) }]),
  ];
}
export const RELATED_TIER = 6;

/** A part of the jobs in the order of a list. The bounds are those of the sort key: milliseconds, days or kilometres. */
export interface Part {
  tier: number;
  condition: Condition;
  from: number;
  to: number;
  buckets: readonly number[];
}

/** Beyond this lies nothing. */
const DISTANCE_MAX_KM = 30_000;
/** A part of about this size is read at once. */
const PART_JOBS = 1_000;
/** So many are read at once where a part cannot be found faster. */
const FEW_JOBS = 3_000;
/** A bucket with more jobs is split. */
const BUCKET_JOBS = 8_000;
const GROWTH = 4;
/** More alternatives would cost more than they save. */
const TOKENS_MAX = 8;

interface PartsInput {
  sort: SearchSort;
  tiers: readonly Tier[];
  filter: Filter;
  origin: Position | null;
  radiusKm: number | null;
  now: Date;
  today: string;
  statistics: Statistics;
}

interface Whole extends Tier {
  /** About how many jobs have it. */
  jobs: number;
  /** Newest first. */
  buckets: readonly number[];
}

export function buildParts(input: PartsInput): Part[] {
  const { work, places, cells, budget } = input.filter;
  const { statistics } = input;
  const buckets = listBuckets(input);
  const getShare = (condition: Condition | null) =>
    condition === null ? 1 : estimateShare(condition, statistics);
  return input.tiers.flatMap(({ tier, condition }) => {
    const words = all(work, condition, places);
    const wordsShare = getShare(all(work, condition)) * getShare(places);
    // Many steps of a budget are slower than looking at the rows that rarer tokens find. A circle has few cells.
    const rare = [cells, budget].filter(
      (each) => each !== null && (each === cells || getShare(each) < wordsShare),
    );
    const jobs = wordsShare * getShare(cells) * getShare(budget) * statistics.jobs;
    const whole = all(words, ...rare.filter((each) => each !== null));
    return split(input, { tier, condition: whole, jobs, buckets });
  });
}

/** Also that of jobs that another process, whose clock is ahead, has posted. */
function listBuckets({ now, statistics }: PartsInput): number[] {
  const last = toBucket(now.getTime() + HOUR_MS);
  const first = Math.min(last, toBucket(Math.min(statistics.firstPostedAt, now.getTime())));
  return listSteps(first, last).toReversed();
}

function split(input: PartsInput, whole: Whole): Part[] {
  if (input.sort === 'nearest') return splitByDistance(input, whole);
  if (input.sort === 'closing_soon') return splitByClosing(input, whole);
  const parts = whole.buckets.flatMap((bucket) => splitBucket(input, whole, bucket));
  return input.sort === 'oldest' ? parts.toReversed() : parts;
}

/** Newest first. A search begins at that end or at the other, and each part is larger than the one before. */
function splitBucket(
  { sort, now }: PartsInput,
  { tier, condition, jobs, buckets }: Whole,
  bucket: number,
): Part[] {
  const [start, end] = [getBucketStart(bucket), getBucketStart(bucket + 1)];
  const jobsInBucket = jobs / buckets.length;
  if (jobsInBucket <= BUCKET_JOBS) return [{ tier, condition, from: start, to: end, buckets: [bucket] }];
  const newest = Math.min(end, Math.max(start + HOUR_MS, Math.ceil(now.getTime() / HOUR_MS + 1) * HOUR_MS));
  const parts: Part[] = [];
  const isForward = sort === 'oldest';
  let lengthMs = Math.ceil(((end - start) * PART_JOBS) / jobsInBucket / HOUR_MS) * HOUR_MS;
  let done = 0;
  while (done < newest - start) {
    const length = Math.min(lengthMs, newest - start - done);
    const [from, to] = isForward
      ? [start + done, start + done + length]
      : [newest - done - length, newest - done];
    parts.push({ tier, condition: all(condition, coverTime(from, to)), from, to, buckets: [bucket] });
    done += length;
    lengthMs = Math.min(lengthMs * GROWTH, DAY_MS);
  }
  return isForward ? parts.toReversed() : parts;
}

/** Whole hours, or the days that contain them. */
function coverTime(fromMs: number, toMs: number): Condition {
  const hours = listSteps(Math.floor(fromMs / HOUR_MS), Math.ceil(toMs / HOUR_MS) - 1);
  if (hours.length <= TOKENS_MAX) return any(...hours.map(buildHourToken));
  return any(...listSteps(Math.floor(fromMs / DAY_MS), Math.ceil(toMs / DAY_MS) - 1).map(buildDayToken));
}

/** Most jobs close within this many days. */
const CLOSING_DAYS = 90;
const LAST_DAY = 10_000_000;

function splitByClosing({ today }: PartsInput, { tier, condition, jobs, buckets }: Whole): Part[] {
  const start = toDay(today);
  const parts: Part[] = [];
  let days = Math.max(1, Math.round((CLOSING_DAYS * PART_JOBS) / Math.max(1, jobs)));
  let from = start;
  while (from + days < start + CLOSING_DAYS) {
    const tokens = listSteps(from, from + days - 1).map(buildClosingToken);
    const closing = tokens.length <= TOKENS_MAX ? [any(...tokens)] : [];
    parts.push({ tier, condition: all(condition, ...closing), from, to: from + days, buckets });
    from += days;
    days *= GROWTH;
  }
  return [...parts, { tier, condition, from, to: LAST_DAY, buckets }];
}

/** The radius of the first ring, where there are many jobs and where there are fewer. */
const FIRST_RING_KM = { dense: 1, sparse: 4 };
const DENSE_JOBS = 100_000;

function splitByDistance(
  { origin, radiusKm }: PartsInput,
  { tier, condition, jobs, buckets }: Whole,
): Part[] {
  if (origin === null) return [];
  const end = radiusKm ?? DISTANCE_MAX_KM;
  // Few jobs are read at once.
  if (jobs <= FEW_JOBS) return [{ tier, condition, from: -1, to: end, buckets }];
  const parts: Part[] = [];
  let from = -1;
  const first = jobs > DENSE_JOBS ? FIRST_RING_KM.dense : FIRST_RING_KM.sparse;
  for (let to = first; from < end; to *= GROWTH) {
    const cells = coverCircle(origin, Math.min(to, end));
    const isLast = to >= end || cells === null;
    const near = cells === null ? condition : all(condition, any(...cells));
    parts.push({ tier, condition: near, from, to: isLast ? end : to, buckets });
    if (isLast) break;
    from = to;
  }
  return parts;
}
