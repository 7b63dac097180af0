import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The number of the caller's unread notifications. */
export const unreadCount = call({
  name: 'notification_read_status',
  access: 'user',
  reads: true,
  reply: schema('unreadCount'),
  done: 'common.ok',
});
/** Newest first. They stay unread until `markNotificationsRead`. */
export const notifications = call({
  name: 'notifications',
  access: 'user',
  reads: true,
  form: schema('page'),
  reply: pageSchema(schema('notification')),
  done: 'common.ok',
});
/** Marks those that a screen has shown. */
export const markNotificationsRead = call({
  name: 'mark_notifications_read',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('shownNotifications'),
  done: 'common.ok',
});
/** For clients of the specification, which has no call to mark: listing marks as read. */
export const notificationList = call({
  name: 'notification_list',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('page'),
  reply: pageSchema(schema('notification')),
  done: 'common.ok',
});
export const clearNotifications = call({
  name: 'clear_notification',
  access: 'user',
  reads: false,
  done: 'notifications.cleared',
});
