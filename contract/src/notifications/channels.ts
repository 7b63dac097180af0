import {
  NOTIFICATION_GROUPS,
  NOTIFICATION_TYPES,
  TYPES_BY_GROUP,
  type NotificationGroup,
  type NotificationType,
} from './model.ts';

/** Where a notification goes besides the app. */
export const OUTSIDE_CHANNELS = ['push', 'whatsapp', 'sms', 'email'] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

const groupsByType = Object.fromEntries(
  NOTIFICATION_GROUPS.flatMap((group) => TYPES_BY_GROUP[group].map((type) => [type, group])),
) as Record<NotificationType, NotificationGroup>;

export const getGroup = (type: NotificationType): NotificationGroup => groupsByType[type];

/** Money, security and deadlines go out at once. The others respect quiet hours and are bundled. */
export const isUrgent = (group: NotificationGroup): boolean =>
  group === 'money' || group === 'security' || group === 'deadlines';

/** `always`: nobody can turn it off, so that nobody can hide a change from the owner of an account. */
export type ChannelDefault = 'on' | 'off' | 'always';

export const CHANNEL_DEFAULTS: Record<NotificationGroup, Record<OutsideChannel, ChannelDefault>> = {
  money: { push: 'on', whatsapp: 'on', sms: 'on', email: 'on' },
  security: { push: 'on', whatsapp: 'off', sms: 'always', email: 'always' },
  deadlines: { push: 'on', whatsapp: 'on', sms: 'on', email: 'off' },
  quotes: { push: 'on', whatsapp: 'on', sms: 'off', email: 'on' },
  work: { push: 'on', whatsapp: 'off', sms: 'off', email: 'on' },
  // Nobody who agreed to WhatsApp before was told of these.
  messages: { push: 'on', whatsapp: 'off', sms: 'off', email: 'on' },
  connections: { push: 'on', whatsapp: 'off', sms: 'off', email: 'off' },
  searches: { push: 'on', whatsapp: 'off', sms: 'off', email: 'off' },
};

/** Nothing waits for their reader, so that they come in the app alone. */
const IN_APP_ONLY: ReadonlySet<NotificationType> = new Set(['invitation_declined'] as const);
export const isInAppOnly = (type: NotificationType): boolean => IN_APP_ONLY.has(type);

/** Texts that are registered with the operators (DLT) and with WhatsApp: one for each type, one for several at once. */
export const MESSAGE_TEMPLATES = [...NOTIFICATION_TYPES, 'bundle', 'test'] as const;
export type MessageTemplate = (typeof MESSAGE_TEMPLATES)[number];

/** The version of the words under which people agree to messages by WhatsApp and push. */
export const CHANNEL_NOTICE_VERSION = '2026-11-26';

/** In minutes after midnight in India. */
export const DEFAULT_QUIET_HOURS = { isOn: true, from: 21 * 60, to: 8 * 60 };

/** The choices of the screen: every half hour. */
export const QUIET_STEP_MINUTES = 30;
export const PUSH_DEVICES_MAX = 10;
