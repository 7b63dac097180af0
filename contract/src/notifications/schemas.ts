import * as z from 'zod/mini';
import { PAGE_MAX } from '../platform/limits.ts';
import { formVersion, idText, pageFields } from '../platform/schemas.ts';
import { OUTSIDE_CHANNELS, QUIET_STEP_MINUTES } from './channels.ts';
import { NOTIFICATION_TYPES, NOTIFICATION_GROUPS } from './model.ts';

export const page = z.object(pageFields);

export const shownNotifications = z.object({
  /** Those of one page. */
  shownIds: z
    .array(idText('notifications.shown_ids'))
    .check(z.maxLength(PAGE_MAX, 'notifications.shown_ids')),
});

export const notification = z.object({
  id: z.number(),
  type: z.enum(NOTIFICATION_TYPES),
  /** In the reader's language. */
  text: z.string(),
  createdAt: z.string(),
  read: z.boolean(),
  /** The screen it is about, as a path of the web app. */
  path: z.nullable(z.string()),
  /** The saved search that it came from, while there is one: `remove_search` stops its messages. */
  searchId: z.nullable(z.number()),
});
export type Notification = z.output<typeof notification>;

export const unreadCount = z.number();

const channelState = z.enum(['on', 'off', 'always']);

export const settings = z.object({
  groups: z.array(
    z.object({
      group: z.enum(NOTIFICATION_GROUPS),
      push: channelState,
      whatsapp: channelState,
      sms: channelState,
      email: channelState,
    }),
  ),
  quietHours: z.object({
    isOn: z.boolean(),
    /** "21:00", Indian time. */
    from: z.string(),
    to: z.string(),
    /** What the form to change them sends back, so that no other change is undone. */
    version: z.string(),
  }),
  push: z.object({
    /** The key with which a browser subscribes; null: push is not set up. */
    publicKey: z.nullable(z.string()),
    devices: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        addedAt: z.string(),
        /** The browser of this session. */
        isThis: z.boolean(),
      }),
    ),
  }),
  whatsapp: z.object({
    /** False: FWS sends nothing by WhatsApp. */
    isAvailable: z.boolean(),
    agreedAt: z.nullable(z.string()),
  }),
  mobile: z.object({ number: z.string(), isVerified: z.boolean() }),
  email: z.object({
    address: z.string(),
    isVerified: z.boolean(),
    /** Mail to this address came back, so nothing more is sent there. */
    isReturned: z.boolean(),
  }),
});
export type NotificationSettings = z.output<typeof settings>;

const yesOrNo = z.pipe(
  z.string().check(z.regex(/^(?:true|false)$/, 'notifications.on_or_off')),
  z.transform((text: string) => text === 'true'),
);

export const setChannel = z.object({
  group: z.enum(NOTIFICATION_GROUPS, 'notifications.group_unknown'),
  channel: z.enum(OUTSIDE_CHANNELS, 'notifications.channel_unknown'),
  isOn: yesOrNo,
});

/** Minutes after midnight. */
const timeOfDay = z.pipe(
  z.string().check(
    z.refine((text) => {
      const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
      return hours !== '' && Number(minutes) % QUIET_STEP_MINUTES === 0;
    }, 'notifications.time_of_day'),
  ),
  z.transform((text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))),
);

export const setQuietHours = z
  .object({ version: formVersion, isOn: yesOrNo, from: timeOfDay, to: timeOfDay })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], message: 'notifications.quiet_whole_day' }));

export const agreeToWhatsApp = z.object({ agrees: yesOrNo });

/** What a browser gives of its subscription (RFC 8291): a point on P-256 and 16 random bytes, base64url. */
export const addPushSubscription = z.object({
  endpoint: z
    .string()
    .check(z.maxLength(1000, 'notifications.push_endpoint'), z.url('notifications.push_endpoint')),
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'notifications.push_keys')),
  auth: z.string().check(z.regex(/^[\w-]{22}$/, 'notifications.push_keys')),
});

export const removePushSubscription = z.object({ deviceId: idText('notifications.push_device') });
