// The values of a job that a search compares, sorts by or shows, one column for each. A search reads the columns it needs.

/** In SQL, of a row of search_job. */
export const COLUMN_SQL = {
  id: 'job_id',
  postedMs: 'extract(epoch FROM posted_at) * 1000',
  /** Since 1970. */
  closesDay: `closes_on - date '1970-01-01'`,
  /** Not a number where the position is not known. */
  latitude: `coalesce(latitude, 'NaN')`,
  longitude: `coalesce(longitude, 'NaN')`,
  budgetFromPaise: 'budget_from_paise',
  budgetToPaise: 'budget_to_paise',
};
export type Column = keyof typeof COLUMN_SQL;
export const COLUMNS = Object.keys(COLUMN_SQL) as Column[];

/** Those that were not asked for are empty. */
export type Columns = Readonly<Record<Column, Float64Array>>;

/** The name of the stored list. No token begins like this. */
export const toListName = (column: Column): string => `=${column}`;
export const isColumnName = (name: string): boolean => name.startsWith('=');
