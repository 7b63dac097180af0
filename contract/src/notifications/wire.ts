import * as z from 'zod/mini';
import type { WireReply } from '../platform/call.ts';
import { flag } from '../platform/wire.ts';
import type { Notification, NotificationType } from './model.ts';

export const notificationWire = z.object({
  id: z.number(),
  type: z.string(),
  notification: z.string(),
  created: z.string(),
  read_status: z.number(),
  path: z.nullable(z.string()),
});
export type NotificationWire = z.infer<typeof notificationWire>;

export const notificationToWire = (item: Notification): NotificationWire => ({
  id: item.id,
  type: item.type,
  notification: item.text,
  created: item.createdAt,
  read_status: flag(item.read),
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

const unreadWire = z.object({ data: z.null(), read_status: z.number(), notification_count: z.number() });

/** `read_status` 1: nothing unread. */
export const unreadReply: WireReply<number, z.infer<typeof unreadWire>> = {
  schema: unreadWire,
  encode: (count) => ({ data: null, read_status: flag(count === 0), notification_count: count }),
  decode: (wire) => wire.notification_count,
};
