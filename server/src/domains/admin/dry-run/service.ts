import type { Db, Tx } from '../../../platform/db/index.ts';

class Rollback extends Error {}

/** Runs `work` in a transaction that is always rolled back, and returns its result. */
export async function dryRun<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const rollback = new Rollback();
  let outcome: { value: T } | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      outcome = { value: await work(tx) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!outcome) throw new Error('dry run ended without a result');
  return outcome.value;
}
