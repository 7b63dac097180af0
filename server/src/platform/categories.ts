import type { CategoryChoice } from '@fws/contract/jobs/schemas';
import type { Db, Tx } from './db/index.ts';

// The categories of work, which jobs and profiles share.

export interface ChosenCategory {
  id: number;
  /** Not offered any more. It stays where it was chosen before. */
  isHidden: boolean;
}

/** The categories that clients chose by id or by name, in the same order; null for a category that does not exist. */
export async function findCategories(
  db: Db | Tx,
  choices: readonly CategoryChoice[],
): Promise<(ChosenCategory | null)[]> {
  if (choices.length === 0) return [];
  const ids = choices.filter((choice) => typeof choice === 'number');
  // Names are compared here, because the database does not know their spellings. There are only some dozens.
  const rows = await db
    .selectFrom('category')
    .select(['id', 'name', 'name_hi', 'hidden_at'])
    .$if(ids.length === choices.length, (query) => query.where('id', 'in', ids))
    .orderBy((row) => row('hidden_at', 'is not', null))
    .orderBy('id')
    .execute();
  return choices.map((choice) => {
    const folded = typeof choice === 'number' ? '' : foldName(choice);
    const row = rows.find(({ id, name, name_hi }) =>
      typeof choice === 'number' ? id === choice : [name, name_hi].some((text) => foldName(text) === folded),
    );
    return row ? { id: row.id, isHidden: row.hidden_at !== null } : null;
  });
}

/** The same for one category. */
export const findCategory = async (db: Db | Tx, choice: CategoryChoice): Promise<ChosenCategory | null> =>
  (await findCategories(db, [choice]))[0] ?? null;

const NUKTA = /\u093c/g;

/** Letter case, spaces, hyphens and the nukta, which many people leave out, make no difference. */
const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(NUKTA, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
