import { sql } from 'kysely';
import type { ListedCategory } from '@fws/contract/jobs/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** `own` marks the categories of the reader's profile and those of jobs they quoted on. */
export async function listCategories(db: Db | Tx, readerId: number | null): Promise<ListedCategory[]> {
  const { rows } = await sql<{
    id: number;
    name: string;
    name_hi: string;
    trade: string | null;
    own: boolean;
  }>`
    SELECT category.id, category.name, category.name_hi, category.trade, category.id IN (
      SELECT category_id FROM profile_category WHERE user_id = ${readerId}
      UNION ALL
      SELECT job.category_id FROM quote JOIN job ON job.id = quote.job_id WHERE quote.worker_id = ${readerId}
    ) AS own
    FROM category WHERE category.hidden_at IS NULL ORDER BY category.position, category.id`.execute(db);
  return rows.map(({ name_hi: nameHi, ...row }) => ({ ...row, nameHi }));
}
