/**
 * The first migration of development versions before the baseline, which begins with `0001_logins`. None of them was
 * released, so nothing leads from their databases to the baseline.
 */
const FIRST_BEFORE_BASELINE = '0001_roles';

/** The argument: names of applied migrations. */
export const isFromBeforeBaseline = (applied: ReadonlySet<string>): boolean =>
  applied.has(FIRST_BEFORE_BASELINE);

export const BEFORE_BASELINE =
  'The database comes from a development version before the first release and cannot be updated: delete the data folder (DATA_DIR, or .data), or name an empty database';
