import type { Db } from '../../platform/db/index.ts';

/** The ids of categories by their English names. One that an admin has renamed or removed is left out. */
export async function findCategoryIds(db: Db, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('category')
    .select('id')
    .where('name', 'in', [...names])
    .execute();
  return rows.map(({ id }) => id);
}
