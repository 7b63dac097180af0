import { sql } from 'kysely';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';

// Each is hidden from the other, whoever blocked.

export async function insertBlock(
  tx: Tx,
  { userId, blockedId, now }: { userId: number; blockedId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('user_block')
    .values({ user_id: userId, blocked_id: blockedId, blocked_at: now })
    .onConflict((pair) => pair.columns(['user_id', 'blocked_id']).doNothing())
    .execute();
}

export async function deleteBlock(tx: Tx, userId: number, blockedId: number): Promise<void> {
  await tx
    .deleteFrom('user_block')
    .where('user_id', '=', userId)
    .where('blocked_id', '=', blockedId)
    .execute();
}

export interface BlockRow {
  blocked_id: number;
  blocked_at: Date;
}

/** Newest first, up to one row more than the limit. */
export function listBlocks(
  db: Db,
  userId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<BlockRow[]> {
  return db
    .selectFrom('user_block')
    .select(['blocked_id', 'blocked_at'])
    .where('user_id', '=', userId)
    .$if(after !== null, (blocks) =>
      blocks.where(
        sql<boolean>`(blocked_at, blocked_id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`,
      ),
    )
    .orderBy('blocked_at', 'desc')
    .orderBy('blocked_id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Condition for a statement: the person in the column and the reader have not blocked one another. */
export const buildNotBlockedSql = (column: string, reader: string): string =>
  `NOT EXISTS (SELECT FROM user_block WHERE user_id = ${reader} AND blocked_id = ${column})
   AND NOT EXISTS (SELECT FROM user_block WHERE user_id = ${column} AND blocked_id = ${reader})`;

export async function areBlocked(db: Db | Tx, userA: number, userB: number): Promise<boolean> {
  return (await listBlockedAmong(db, userA, [userB])).size > 0;
}

/** Everybody whom this user has blocked, or who has blocked this user. */
export async function listBlockedIds(db: Db | Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT blocked_id AS id FROM user_block WHERE user_id = ${userId}
    UNION SELECT user_id FROM user_block WHERE blocked_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of these people whom this user has blocked, or who have blocked this user. */
export async function listBlockedAmong(
  db: Db | Tx,
  userId: number,
  others: readonly number[],
): Promise<Set<number>> {
  if (others.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT blocked_id AS id FROM user_block WHERE user_id = ${userId} AND blocked_id = ANY(${others}::bigint[])
    UNION ALL
    SELECT user_id FROM user_block WHERE blocked_id = ${userId} AND user_id = ANY(${others}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
