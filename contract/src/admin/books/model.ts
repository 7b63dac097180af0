export const BOOKS_RUNS = [
  'measures',
  'invariants',
  'trial_balance',
  'reconciliation',
  'after_restore',
] as const;
export type BooksRunKind = (typeof BOOKS_RUNS)[number];

/** The provider settles within two working days: at most four days with a weekend or a holiday in between. */
export const CLEARING_DUE_DAYS = 4;
