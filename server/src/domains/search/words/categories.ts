import type { Db } from '../../../platform/db/index.ts';

/** The ids of the categories of these trades. */
export async function findCategoryIds(db: Db, trades: readonly string[]): Promise<number[]> {
  if (trades.length === 0) return [];
  const rows = await db
    .selectFrom('category')
    .select('id')
    .where('trade', 'in', [...trades])
    .execute();
  return rows.map(({ id }) => id);
}
