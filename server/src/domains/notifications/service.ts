import type { Notification } from '@fws/contract/notifications/schemas';
import { NOTIFICATION_TYPES, type NotificationType } from '@fws/contract/notifications/model';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import { loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Notice } from '../../platform/queue/index.ts';
import { translate } from '../../platform/messages.ts';
import { publish } from '../../platform/realtime/index.ts';
import { planDeliveries } from './deliveries/service.ts';
import {
  clearAll,
  insertNotifications,
  markRead,
  listNotifications,
  markReadByPath,
  type ListedNotification,
} from './store.ts';
import { getTextId } from './texts.ts';

export const notificationType = z.enum(NOTIFICATION_TYPES);
const publishChange = (tx: Tx, userId: number) =>
  publish(tx, { users: [userId], topic: 'notifications', id: null });

/** Creates notifications, each of one event for one user. Running it again changes nothing. */
export function createNotifications(deps: Deps, notices: readonly Notice[]): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const inserted = await insertNotifications(tx, notices, deps.ports.clock.now());
    for (const userId of new Set(inserted.map((row) => row.user_id))) await publishChange(tx, userId);
    const isNew = (notice: Notice) =>
      inserted.some((row) => row.user_id === notice.userId && row.dedupe_key === notice.dedupeKey);
    await planDeliveries(deps, tx, notices.filter(isNew));
  });
}

export async function loadNotifications(
  db: Db | Tx,
  userId: number,
  locale: Locale,
  params: PageRequest,
): Promise<Outcome<Page<Notification>>> {
  const page = await loadPageByTime(
    params,
    (after) => listNotifications(db, userId, after?.[1] ?? null, params.limit + 1),
    (row) => [row.created_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: rows.map((row) => toNotification(row, locale)), nextCursor });
}

/** Marks notifications of this user as read. Somebody else's ids change nothing. */
export function markShown(deps: Deps, userId: number, ids: readonly number[]): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    const markedCount = await markRead(tx, userId, ids, deps.ports.clock.now());
    if (markedCount > 0) await publishChange(tx, userId);
    return done(null);
  });
}

/** Call this in the transaction in which a user has seen what their notifications of one type and page tell of. */
export async function markOpened(
  tx: Tx,
  userId: number,
  opened: { type: NotificationType; path: string; now: Date },
): Promise<void> {
  if ((await markReadByPath(tx, userId, opened)) > 0) await publishChange(tx, userId);
}

/** Marks the listed notifications as read. The returned page still shows them as unread. */
export function showNotifications(
  deps: Deps,
  userId: number,
  locale: Locale,
  params: PageRequest,
): Promise<Outcome<Page<Notification>>> {
  return inTx(deps.db, async (tx) => {
    const page = await loadNotifications(tx, userId, locale, params);
    if (!page.ok) return page;
    const unreadIds = page.value.items.filter((item) => !item.read).map((item) => item.id);
    if (unreadIds.length > 0) {
      await markRead(tx, userId, unreadIds, deps.ports.clock.now());
      await publishChange(tx, userId);
    }
    return page;
  });
}

export function clearNotifications(deps: Deps, userId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    await clearAll(tx, userId, deps.ports.clock.now());
    await publishChange(tx, userId);
    return done(null);
  });
}

function toNotification(row: ListedNotification, locale: Locale): Notification {
  const type = z.parse(notificationType, row.type);
  return {
    id: row.id,
    type,
    text: translate(locale, getTextId(type, row.values), row.values),
    createdAt: row.created_at.toISOString(),
    read: row.read_at !== null,
    path: row.path,
    searchId: row.live_search_id,
  };
}
