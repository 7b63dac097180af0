export const BUDGET_KINDS = ['fixed', 'range'] as const;
/** How a job or a quote is paid: the standard split, parts the worker names, or once at the end. */
export const PAYMENT_TERMS = ['terms', 'milestone', 'completion'] as const;
export type PaymentTerm = (typeof PAYMENT_TERMS)[number];
export const JOB_SORTS = ['latest', 'oldest', 'closing_soon'] as const;
export type JobSort = (typeof JOB_SORTS)[number];
/** The orders of a search. By relevance, jobs without a text to search for are in the order of `latest`. */
export const SEARCH_SORTS = [...JOB_SORTS, 'nearest', 'relevance'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
/** The longest distance from a position that can be asked for. */
export const RADIUS_MAX_KM = 500;
/** The longest time until a close date that can be asked for. */
export const CLOSES_WITHIN_MAX_DAYS = 365;
/** Jobs are counted up to this number. One more stands for "more than this". */
export const JOBS_COUNTED_MAX = 1_000;
/** The list shows this many before "View all Jobs". */
export const JOBS_FIRST = 3;
/** The page size after that. */
export const JOBS_MORE = 20;

/** How much money a poster has released, in bands: exact sums are nobody's business. */
export const RELEASED_BANDS = [
  'none',
  'under_10000',
  'from_10000',
  'from_50000',
  'from_200000',
  'from_500000',
  'from_1000000',
  'from_5000000',
] as const;
export type ReleasedBand = (typeof RELEASED_BANDS)[number];

/** From so many answers or releases on, a median says something. */
export const RECORD_MIN = 3;

/** In degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** "FWS 4836": what a document calls a job. */
export const formatJobNumber = (number: string): string => `FWS ${number}`;
