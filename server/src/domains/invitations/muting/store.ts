import { sql } from 'kysely';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';

export async function isMutingAll(db: Db | Tx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitation_mute_all')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this worker takes no notice of an invitation of this poster. */
export async function isMuting(
  db: Db | Tx,
  { userId, posterId }: { userId: number; posterId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('invitation_mute')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('poster_id', '=', posterId)
    .executeTakeFirst();
  return row !== undefined || (await isMutingAll(db, userId));
}

export async function muteAll(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .insertInto('invitation_mute_all')
    .values({ user_id: userId, muted_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function unmuteAll(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('invitation_mute_all').where('user_id', '=', userId).execute();
}

export async function mutePoster(
  tx: Tx,
  { userId, posterId, now }: { userId: number; posterId: number; now: Date },
): Promise<void> {
  await tx
    .insertInto('invitation_mute')
    .values({ user_id: userId, poster_id: posterId, muted_at: now })
    .onConflict((pair) => pair.columns(['user_id', 'poster_id']).doNothing())
    .execute();
}

export async function unmutePoster(
  tx: Tx,
  { userId, posterId }: { userId: number; posterId: number },
): Promise<void> {
  await tx
    .deleteFrom('invitation_mute')
    .where('user_id', '=', userId)
    .where('poster_id', '=', posterId)
    .execute();
}

/** Newest first. One row more than the limit. */
export const buildMutesQuery = (
  db: Db,
  userId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
) =>
  db
    .selectFrom('invitation_mute')
    .select(['poster_id', 'muted_at'])
    .where('user_id', '=', userId)
    .$if(after !== null, (mutes) =>
      mutes.where(sql<boolean>`(muted_at, poster_id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`),
    )
    .orderBy('muted_at', 'desc')
    .orderBy('poster_id', 'desc')
    .limit(limit + 1);
