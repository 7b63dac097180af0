export const BUDGET_KINDS = ['fixed', 'range'] as const;
/** How a job or a quote is paid: the standard split, parts the worker names, or once at the end. */
export const PAYMENT_TERMS = ['terms', 'milestone', 'completion'] as const;
export type PaymentTerm = (typeof PAYMENT_TERMS)[number];
export const JOB_SORTS = ['latest', 'oldest', 'closing_soon'] as const;
export type JobSort = (typeof JOB_SORTS)[number];
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
