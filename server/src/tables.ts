import { domains } from './domains/index.ts';
import type { MonthPartition } from './platform/months/index.ts';
import { OWN_TABLES } from './platform/own-tables.ts';
import type { Place, Table, Tables } from './platform/tables.ts';

/** Every table of the product. */
export const TABLES: Tables = Object.assign({}, ...domains.map(({ tables }) => tables ?? {}), OWN_TABLES);

/** The first table of each group decides how the others are spread. */
export const PLACES: Readonly<Record<string, Place>> = Object.fromEntries(
  Object.entries(TABLES).map(([name, { place }]) => [name, place]),
);

type Months = NonNullable<Table['months']>;

/** Tables whose months can be archived, with their schema. An operator does it; nothing is archived by itself. */
export const ARCHIVABLE_TABLES: Readonly<Record<string, Months>> = Object.fromEntries(
  Object.entries(TABLES).flatMap(([name, { months }]) =>
    months ? [[name.includes('.') ? name : `public.${name}`, months]] : [],
  ),
);

/** `today` is a day in India. */
export function isOldEnough({ tableName, ends }: MonthPartition, today: string): boolean {
  const age = ARCHIVABLE_TABLES[tableName]?.minimumAgeMonths;
  return age !== undefined && countMonths(ends, today) >= age;
}

const countMonths = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));
