import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The number of the caller's unread notifications. */
export const unreadCount = call({
  name: 'notification_read_status',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  reply: schema('unreadCount'),
  done: 'common.ok',
});
/** Newest first. They stay unread until `markNotificationsRead`. */
export const notifications = call({
  name: 'notifications',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
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

/** What reaches the caller by which channel, and where. */
export const notificationSettings = call({
  name: 'notification_settings',
  access: 'user',
  reads: true,
  // Numbers and addresses.
  kept: false,
  reply: schema('settings'),
  done: 'common.ok',
});
/** Turns a channel on or off for one group. */
export const setNotificationChannel = call({
  name: 'set_notification_channel',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('setChannel'),
  reply: schema('settings'),
  done: 'notifications.settings_saved',
});
export const setQuietHours = call({
  name: 'set_quiet_hours',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('setQuietHours'),
  reply: schema('settings'),
  done: 'notifications.settings_saved',
});
/** Agrees to messages by WhatsApp to the verified mobile number, or withdraws that. */
export const agreeToWhatsApp = call({
  name: 'agree_to_whatsapp',
  access: 'user',
  reads: false,
  form: schema('agreeToWhatsApp'),
  reply: schema('settings'),
  done: 'notifications.settings_saved',
});
/** Sends push messages to the browser of this session. Adding a subscription again changes only its keys. */
export const addPushSubscription = call({
  name: 'add_push_subscription',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('addPushSubscription'),
  reply: schema('settings'),
  done: 'notifications.push_on',
});
/** Ends the messages to one of the caller's browsers. */
export const removePushSubscription = call({
  name: 'remove_push_subscription',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('removePushSubscription'),
  reply: schema('settings'),
  done: 'notifications.push_off',
});
/** Sends a test message to the caller's browsers. */
export const sendTestPush = call({
  name: 'send_test_push',
  access: 'user',
  reads: false,
  allowUnverified: true,
  done: 'notifications.test_sent',
});
