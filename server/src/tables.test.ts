import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { domains } from './domains/index.ts';
import { OWN_TABLES } from './platform/own-tables.ts';
import { LAW_PERIODS, splitNames } from './platform/tables.ts';
import { isOldEnough, TABLES } from './tables.ts';

// The manifests say for each column of the database what it holds, so that a person's data can be found and erased.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** "table.column" of every table, with the schema unless it is `public`. */
async function listColumns(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT CASE nspname WHEN 'public' THEN '' ELSE nspname || '.' END || relname || '.' || attname AS name
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname IN ('public', 'ledger')
      AND attnum > 0 AND NOT attisdropped ORDER BY 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

/** The columns that the manifests list, each as often as it is listed. */
const listClassified = (): string[] =>
  Object.entries(TABLES).flatMap(([table, { columns }]) =>
    [columns.plain, columns.personal, columns.words, columns.law?.columns]
      .flatMap(splitNames)
      .map((column) => `${table}.${column}`),
  );

test('every column is in one list of its table, in the tables.ts of its domain', async () => {
  const columns = await listColumns();
  expect(columns.length).toBeGreaterThan(900);
  const classified = listClassified();
  expect(columns.filter((column) => !classified.includes(column))).toEqual([]);
  expect(classified.filter((column) => !columns.includes(column))).toEqual([]);
  expect(classified.filter((column, index) => classified.indexOf(column) !== index)).toEqual([]);
});

test('every table belongs to one domain, or to the platform', () => {
  const names = [OWN_TABLES, ...domains.map(({ tables }) => tables ?? {})].flatMap(Object.keys);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test.each([
  ['ledger.entry', 'amount'],
  ['escrow_order', 'amount_paise'],
  ['payment', 'amount_paise'],
  ['refund', 'amount_paise'],
  ['chargeback', 'amount_paise'],
  ['withdrawal', 'amount_paise'],
  ['invoice', 'document'],
  ['deduction', 'tds_paise'],
])('the books keep %s.%s for eight years', (table, column) => {
  const law = TABLES[table]?.columns.law;
  expect(law?.keptFor).toBe('books');
  expect(splitNames(law?.columns)).toContain(column);
  expect(LAW_PERIODS.books.years).toBe(8);
});

test.each([
  ['public.notification', '2026-01-01', '2027-01-01', true],
  ['public.notification', '2026-02-01', '2027-01-31', false],
  ['ledger.entry', '2026-01-01', '2033-12-31', false],
  ['ledger.entry', '2026-01-01', '2034-01-01', true],
  ['public.job', '2020-01-01', '2034-01-01', false],
])('a month of %s that ended on %s may be archived on %s: %s', (tableName, ends, today, expected) => {
  const partition = { tableName, ends } as Parameters<typeof isOldEnough>[0];
  expect(isOldEnough(partition, today)).toBe(expected);
});
