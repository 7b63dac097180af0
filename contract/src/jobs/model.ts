import type { Ability } from '../platform/lifecycle.ts';
import type { FileLink } from '../platform/wire.ts';
import type { JobState } from './lifecycle.ts';

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

export type Budget =
  | { kind: 'fixed'; amountPaise: number }
  | { kind: 'range'; fromPaise: number; toPaise: number };

/** In degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

export interface Category {
  id: number;
  name: string;
  nameHi: string;
}

/** A category in a user's list. `own` marks those that the user works in. */
export interface ListedCategory extends Category {
  own: boolean;
}

export interface Job {
  id: number;
  /** "4836"; shown as "Job 4836". */
  number: string;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  categoryId: number;
  skills: string[];
  takeWorkOn: string;
  closesOn: string;
  paymentTerm: PaymentTerm;
  budget: Budget;
  postedAt: string;
  quotesReceived: number;
  verified: boolean;
  attachment: FileLink | null;
  state: JobState;
  posterId: number;
  /** The caller's own active quote on this job. */
  myQuoteId: number | null;
  abilities: { quote: Ability };
}
