import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

/**
 * How many of these events reached the user: a vendor reported a message about it as delivered or read, a mail server took
 * it and did not return it, or the user read it in the app.
 */
export async function countDelivered(
  db: Db | Tx,
  userId: number,
  dedupeKeys: readonly string[],
): Promise<number> {
  const [outside, inside] = await Promise.all([
    db
      .selectFrom('notification_delivery')
      .select('dedupe_key')
      .where('user_id', '=', userId)
      .where('dedupe_key', 'in', [...dedupeKeys])
      .where(sql<boolean>`(status IN ('delivered', 'read') OR channel = 'email' AND status = 'sent')`)
      .execute(),
    db
      .selectFrom('notification')
      .select('dedupe_key')
      .where('user_id', '=', userId)
      .where('dedupe_key', 'in', [...dedupeKeys])
      .where('read_at', 'is not', null)
      .execute(),
  ]);
  return new Set([...outside, ...inside].map((row) => row.dedupe_key)).size;
}
