import { sql } from 'kysely';
import { inLongTx, inTx, type Db } from '../db/index.ts';
import type { Deps } from '../deps.ts';
import { listMonthlyTables } from './catalogue.ts';

/** So many months after the present one have a partition. When the task does not run for as long, nothing is lost. */
const MONTHS_AHEAD = 6;

/**
 * Task, nightly: creates the partitions of the next months. Each table has transactions of its own, and one that does
 * not get its locks at once waits for the next night.
 */
export async function openMonths({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const failed: string[] = [];
  for (const { name } of await listMonthlyTables(db)) {
    try {
      if (await adoptOtherMonths(db, name))
        log.error('rows of months without a partition: the task open_months did not run for months', null, {
          table: name,
        });
      await inTx(db, (tx) => sql`SELECT open_months(${name}, ${MONTHS_AHEAD})`.execute(tx));
      // Of webhooks; other months are archived by an operator, or stay.
      await inTx(db, (tx) => sql`SELECT drop_empty_months(${name})`.execute(tx));
    } catch (error) {
      failed.push(name);
      log.error('the months of a table could not be opened', error, { table: name });
    }
  }
  // Failed tasks are tried again, and shown to the operators in the end.
  if (failed.length > 0) throw new Error(`months were not opened: ${failed.join(', ')}`);
}

/**
 * Turns the partition of all other months into the one of those that are missing. Returns false when it is empty. Each
 * step commits, because the second may read many rows.
 */
async function adoptOtherMonths(db: Db, table: string): Promise<boolean> {
  const take = (step: 'check' | 'validate' | 'attach') =>
    inLongTx(db, (tx) =>
      sql<{ found: boolean }>`SELECT adopt_other_months(${table}, ${step}) AS found`.execute(tx),
    );
  const { rows } = await take('check');
  if (rows[0]?.found !== true) return false;
  await take('validate');
  await take('attach');
  return true;
}
