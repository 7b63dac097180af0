import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { NotificationTable } from '../../platform/db/tables.ts';

export interface ListedNotification extends Selectable<NotificationTable> {
  /** The saved search that it came from, if it was not removed. */
  live_search_id: number | null;
}

/** Returns false when this user was already notified of this event. */
export async function insertNotification(tx: Tx, row: Insertable<NotificationTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('notification')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .select((row) => row.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('cleared_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Lists the newest first; with `beforeId`, only rows with a lower id. */
export function listNotifications(
  db: Db | Tx,
  userId: number,
  beforeId: number | null,
  limit: number,
): Promise<ListedNotification[]> {
  return db
    .selectFrom('notification')
    .selectAll()
    .select(
      sql<number | null>`(SELECT saved_search.id FROM saved_search
        WHERE saved_search.id = (notification.values ->> 'searchId')::bigint
          AND saved_search.user_id = notification.user_id)`.as('live_search_id'),
    )
    .where('user_id', '=', userId)
    .where('cleared_at', 'is', null)
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function markRead(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ read_at: now })
    .where('id', 'in', [...ids])
    .where('read_at', 'is', null)
    .execute();
}

export async function clearAll(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ cleared_at: now })
    .where('user_id', '=', userId)
    .where('cleared_at', 'is', null)
    .execute();
}
