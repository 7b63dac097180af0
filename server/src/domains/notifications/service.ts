import type { Notification } from '@fws/contract/notifications/model';
import { NOTIFICATION_TYPES } from '@fws/contract/notifications/model';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { JobPayload } from '../../platform/jobs/index.ts';
import { translate } from '../../platform/messages.ts';
import { publish } from '../../platform/realtime/index.ts';
import { clearAll, insertNotification, markRead, newestOf, type NotificationRow } from './store.ts';

const notificationType = z.enum(NOTIFICATION_TYPES);
const notice = z.object({
  userId: z.int(),
  type: notificationType,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  path: z.nullable(z.string()),
  dedupeKey: z.string(),
});

const changed = (tx: Tx, userId: number) =>
  publish(tx, { users: [userId], topic: 'notifications', id: null });

/** Creates the notification of one event for one user. Running it again changes nothing. */
export function notify(deps: Deps, payload: JobPayload): Promise<void> {
  const told = z.parse(notice, payload);
  return inTx(deps.db, async (tx) => {
    const isNew = await insertNotification(tx, {
      user_id: told.userId,
      type: told.type,
      values: JSON.stringify(told.values),
      path: told.path,
      dedupe_key: told.dedupeKey,
      created_at: deps.ports.clock.now(),
      read_at: null,
      cleared_at: null,
    });
    if (isNew) await changed(tx, told.userId);
  });
}

/** Marks the listed notifications as read. The returned page still shows them as unread. */
export function showNotifications(
  deps: Deps,
  userId: number,
  locale: Locale,
  asked: PageAsked & { markRead: boolean },
): Promise<Outcome<Page<Notification>>> {
  return inTx(deps.db, async (tx) => {
    const place = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
    if (asked.cursor !== null && !place) return refuse('malformed', 'common.cursor_invalid');
    const rows = await newestOf(tx, userId, place?.[1] ?? null, asked.limit + 1);
    const page = pageOf(rows, asked.limit, (last) => [last.created_at.toISOString(), last.id]);
    const unread = page.rows.filter((row) => row.read_at === null).map((row) => row.id);
    if (unread.length > 0 && asked.markRead) {
      await markRead(tx, unread, deps.ports.clock.now());
      await changed(tx, userId);
    }
    return done({
      items: page.rows.map((row) => notificationOf(row, locale)),
      nextCursor: page.nextCursor,
    });
  });
}

export function clearNotifications(deps: Deps, userId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    await clearAll(tx, userId, deps.ports.clock.now());
    await changed(tx, userId);
    return done(null);
  });
}

function notificationOf(row: NotificationRow, locale: Locale): Notification {
  const type = z.parse(notificationType, row.type);
  return {
    id: row.id,
    type,
    text: translate(locale, `notifications.${type}`, row.values),
    createdAt: row.created_at.toISOString(),
    read: row.read_at !== null,
    path: row.path,
  };
}
