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

/** In degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** "FWS 4836": what a document calls a job. */
export const formatJobNumber = (number: string): string => `FWS ${number}`;
