import * as z from 'zod/mini';
import * as calls from '@fws/contract/notifications/calls';
import type { Notification } from '@fws/contract/notifications/schemas';
import { commaList } from './fields.ts';
import { pageFields, toFlag } from './shared.ts';
import { replyWithPage, translateCall } from './translation.ts';

const notificationReply = z.object({
  id: z.number(),
  type: z.string(),
  notification: z.string(),
  created: z.string(),
  read_status: z.number(),
  path: z.nullable(z.string()),
  search_id: z.nullable(z.number()),
});

const encodeNotification = (item: Notification): z.output<typeof notificationReply> => ({
  id: item.id,
  type: item.type,
  notification: item.text,
  created: item.createdAt,
  read_status: toFlag(item.read),
  path: item.path,
  search_id: item.searchId,
});

/** `read_status` 1: nothing is unread. */
const unreadReply = z.object({
  data: z.null(),
  read_status: z.number(),
  notification_count: z.number(),
});

const encodeUnread = (count: number): z.output<typeof unreadReply> => ({
  data: null,
  read_status: toFlag(count === 0),
  notification_count: count,
});

export const notificationTranslations = [
  translateCall(calls.unreadCount, { reply: { schema: unreadReply, encode: encodeUnread } }),
  translateCall(calls.notificationList, {
    fields: pageFields,
    reply: replyWithPage(notificationReply, encodeNotification),
  }),
  translateCall(calls.notifications, {
    fields: pageFields,
    reply: replyWithPage(notificationReply, encodeNotification),
  }),
  translateCall(calls.markNotificationsRead, {
    fields: { shownIds: commaList('notification_ids[]') },
  }),
];
