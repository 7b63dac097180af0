import { sql, type Selectable } from 'kysely';
import type { NotificationType } from '@fws/contract/notifications/model';
import { prepared, type Db, type Tx } from '../../platform/db/index.ts';
import type { NotificationTable } from './tables.ts';
import type { Notice } from '../../platform/queue/index.ts';

export interface ListedNotification extends Selectable<NotificationTable> {
  /** The saved search that it came from, if it was not removed. */
  live_search_id: number | null;
}

/**
 * Returns the events that their users were not yet notified of: `notification_key` decides. Skips users whose account is
 * gone. Keys are inserted in one order everywhere, so that two transactions that insert the same ones wait for each other
 * instead of deadlocking.
 */
export async function insertNotifications(
  tx: Tx,
  notices: readonly Notice[],
  now: Date,
): Promise<{ user_id: number; dedupe_key: string }[]> {
  const { rows } = await sql<{ user_id: number; dedupe_key: string }>`${prepared}
    WITH notice AS (
      SELECT DISTINCT ON (user_id, dedupe_key) user_account.id AS user_id, given.type, given."values", given.path,
        given."dedupeKey" AS dedupe_key
      FROM json_to_recordset(${JSON.stringify(notices)}::json)
        AS given ("userId" bigint, type text, "values" jsonb, path text, "dedupeKey" text)
      JOIN user_account ON user_account.id = given."userId"
      ORDER BY user_id, dedupe_key
    ), new_key AS (
      INSERT INTO notification_key (user_id, dedupe_key, created_at)
      SELECT user_id, dedupe_key, ${now} FROM notice ORDER BY user_id, dedupe_key
      ON CONFLICT DO NOTHING RETURNING user_id, dedupe_key
    )
    INSERT INTO notification (user_id, type, "values", path, dedupe_key, created_at)
    SELECT user_id, type, "values", path, dedupe_key, ${now}
    FROM notice JOIN new_key USING (user_id, dedupe_key) ORDER BY user_id, dedupe_key
    -- The same event, long after its key was deleted.
    ON CONFLICT DO NOTHING RETURNING user_id, dedupe_key`.execute(tx);
  return rows;
}

// These run constantly and look into each month: to plan them anew each time would take longer than to run them.

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`${prepared}
    SELECT count(*) AS unread FROM notification
    WHERE user_id = ${userId} AND read_at IS NULL AND cleared_at IS NULL`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Lists the newest first; with `beforeId`, only rows with a lower id. */
export async function listNotifications(
  db: Db | Tx,
  userId: number,
  beforeId: number | null,
  limit: number,
): Promise<ListedNotification[]> {
  const { rows } = await sql<ListedNotification>`${prepared}
    SELECT id, user_id, type, "values", path, dedupe_key, created_at, read_at, cleared_at,
      (SELECT saved_search.id FROM saved_search
        WHERE saved_search.id = (notification."values" ->> 'searchId')::bigint
          AND saved_search.user_id = ${userId}) AS live_search_id
    FROM notification
    WHERE user_id = ${userId} AND cleared_at IS NULL AND id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns how many of these notifications of this user were unread. */
export async function markRead(tx: Tx, userId: number, ids: readonly number[], now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    UPDATE notification SET read_at = ${now}
    WHERE user_id = ${userId} AND id = ANY(${[...ids]}::bigint[]) AND read_at IS NULL
    RETURNING id`.execute(tx);
  return rows.length;
}

/** Those of one type that open one page. The condition on cleared_at is that of the index of unread ones. */
export const buildMarkByPathQuery = (
  userId: number,
  { type, path, now }: { type: NotificationType; path: string; now: Date },
) => sql<{ id: number }>`${prepared}
  UPDATE notification SET read_at = ${now}
  WHERE user_id = ${userId} AND type = ${type} AND path = ${path} AND read_at IS NULL AND cleared_at IS NULL
  RETURNING id`;

/** Returns how many of them were unread. */
export const markReadByPath = async (
  tx: Tx,
  ...query: Parameters<typeof buildMarkByPathQuery>
): Promise<number> => (await buildMarkByPathQuery(...query).execute(tx)).rows.length;

export async function clearAll(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ cleared_at: now })
    .where('user_id', '=', userId)
    .where('cleared_at', 'is', null)
    .execute();
}
