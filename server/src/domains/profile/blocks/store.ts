import { sql } from 'kysely';
import type { CursorKey } from '../../../platform/cursor.ts';
import { prepared, read, type Db, type Tx } from '../../../platform/db/index.ts';

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

/** A subquery of a statement: everybody whom the reader has blocked, or who has blocked the reader. */
export const buildBlockedIdsSql = (reader: string): string =>
  `SELECT blocked_id FROM user_block WHERE user_id = ${reader}
   UNION ALL SELECT user_id FROM user_block WHERE blocked_id = ${reader}`;

export const listBlockedIds = async (db: Db | Tx, userId: number): Promise<number[]> =>
  (await read<{ blocked_id: number }>(db, { text: buildBlockedIdsSql('$1'), values: [userId] })).map(
    (row) => row.blocked_id,
  );

export async function areBlocked(db: Db | Tx, userA: number, userB: number): Promise<boolean> {
  const { rows } = await sql`${prepared}
    SELECT FROM user_block
    WHERE (user_id, blocked_id) IN ((${userA}, ${userB}), (${userB}, ${userA})) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The same for several pairs, in their order. */
export async function checkBlockedPairs(
  db: Db | Tx,
  pairs: readonly (readonly [number, number])[],
): Promise<boolean[]> {
  const { rows } = await sql<{ are_blocked: boolean }>`
    SELECT EXISTS (SELECT FROM user_block WHERE user_id = pair.a AND blocked_id = pair.b)
      OR EXISTS (SELECT FROM user_block WHERE user_id = pair.b AND blocked_id = pair.a) AS are_blocked
    FROM unnest(${pairs.map(([userA]) => userA)}::bigint[], ${pairs.map(([, userB]) => userB)}::bigint[])
      WITH ORDINALITY AS pair (a, b, position)
    ORDER BY pair.position`.execute(db);
  return rows.map((row) => row.are_blocked);
}
