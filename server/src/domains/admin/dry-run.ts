import type { Db, Tx } from '../../platform/db/index.ts';

class Undone extends Error {}

/** What a decision would come to, because it is done and then undone. */
export async function dryRun<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const end = new Undone();
  let outcome: { value: T } | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      outcome = { value: await work(tx) };
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  if (!outcome) throw new Error('a preview without an outcome');
  return outcome.value;
}
