import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The number of the caller's unread notifications. */
export const unreadCount = call({
  name: 'notification_read_status',
  access: 'user',
  reads: true,
  reply: schema('unreadCount'),
  done: 'common.ok',
});
/** Newest first. Reading the list marks it as read. */
export const notificationList = call({
  name: 'notification_list',
  access: 'user',
  reads: true,
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
