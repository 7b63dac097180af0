import type * as z from 'zod/mini';
import { pageReply, type WireReply } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/form.ts';
import { toFlag } from '../platform/wire.ts';
import type { Notification, NotificationType } from './model.ts';
import type { notificationWire, unreadWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export type NotificationWire = z.infer<typeof notificationWire>;

export const notificationToWire = (item: Notification): NotificationWire => ({
  id: item.id,
  type: item.type,
  notification: item.text,
  created: item.createdAt,
  read_status: toFlag(item.read),
  path: item.path,
});

export const notificationFromWire = (wire: NotificationWire): Notification => ({
  id: wire.id,
  type: wire.type as NotificationType,
  text: wire.notification,
  createdAt: wire.created,
  read: wire.read_status === 1,
  path: wire.path,
});

/** `read_status` 1: nothing unread. */
export const unreadReply: WireReply<number, z.infer<typeof unreadWire>> = {
  schema: schema('unreadWire'),
  encode: (count) => ({ data: null, read_status: toFlag(count === 0), notification_count: count }),
  decode: (wire) => wire.notification_count,
};

export const notificationsReply = pageReply(
  schema('notificationWire'),
  notificationToWire,
  notificationFromWire,
);
