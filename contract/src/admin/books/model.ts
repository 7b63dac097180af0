import type * as z from 'zod/mini';
import type {
  books,
  invariantsResult,
  measuresResult,
  reconciliationResult,
  trialBalanceResult,
} from './schemas.ts';

export const BOOKS_RUNS = [
  'measures',
  'invariants',
  'trial_balance',
  'reconciliation',
  'after_restore',
] as const;
export type BooksRunKind = (typeof BOOKS_RUNS)[number];
export type Books = z.infer<typeof books>;
export type InvariantsResult = z.infer<typeof invariantsResult>;
export type TrialBalanceResult = z.infer<typeof trialBalanceResult>;
export type ReconciliationResult = z.infer<typeof reconciliationResult>;
export type MeasuresResult = z.infer<typeof measuresResult>;

/** The provider settles within two working days: at most four days with a weekend or a holiday in between. */
export const CLEARING_DUE_DAYS = 4;
