import { call } from '../platform/call.ts';
import { pageForm } from '../jobs/wire.ts';
import { notificationsReply, unreadReply } from './wire.ts';

/** The number of the caller's unread notifications. */
export const unreadCount = call({
  name: 'notification_read_status',
  access: 'user',
  reads: true,
  reply: unreadReply,
  done: 'common.ok',
});
/** Newest first. Reading the list marks it as read. */
export const notificationList = call({
  name: 'notification_list',
  access: 'user',
  reads: true,
  form: pageForm,
  reply: notificationsReply,
  done: 'common.ok',
});
export const clearNotifications = call({
  name: 'clear_notification',
  access: 'user',
  reads: false,
  done: 'notifications.cleared',
});
