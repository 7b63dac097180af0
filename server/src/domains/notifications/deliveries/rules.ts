import { ALERT_KINDS } from '@fws/contract/identity/model';
import {
  CHANNEL_DEFAULTS,
  DEFAULT_QUIET_HOURS,
  OUTSIDE_CHANNELS,
  type ChannelDefault,
  type OutsideChannel,
} from '@fws/contract/notifications/channels';
import type { NotificationType, NotificationGroup } from '@fws/contract/notifications/model';
import { IST_OFFSET_MS } from '@fws/contract/platform/dates';
import type { Locale } from '@fws/contract/platform/messages';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** What is not urgent waits for as long, so that what happens meanwhile comes in the same message. */
export const BUNDLE_MS = 5 * MINUTE_MS;
/** A message that is later than this says nothing new any more. */
export const TOO_LATE_MS = 3 * DAY_MINUTES * MINUTE_MS;
/** A send without an answer is taken for lost after this time, which is longer than any call may take. */
const CLAIM_MS = 20_000;
/** WhatsApp has no look-up: its webhook is given this time to tell of a send whose answer was lost. */
const WHATSAPP_REPORT_MS = 2 * MINUTE_MS;
export const ATTEMPTS_MAX = 20;

export const getClaimMs = (channel: OutsideChannel): number =>
  channel === 'whatsapp' ? WHATSAPP_REPORT_MS : CLAIM_MS;

/** How long to wait after an attempt that did not get an answer: twenty of them take about eight hours. */
export const calculateRetryMs = (channel: OutsideChannel, attempts: number): number =>
  Math.max(getClaimMs(channel), 10_000 * attempts ** 2);

const LIMITED_MIN_MS = 30_000;
const LIMITED_MAX_MS = 3 * MINUTE_MS;
const LIMITED_SPREAD = 0.2;

/**
 * How long until a message is tried again whose vendor takes none at the moment: a quarter of its age, within limits. In
 * an outage every message comes back again and again, and would fill the queue. `spread`, from 0 to 1, keeps them apart.
 */
export const calculateLimitedRetryMs = (ageMs: number, spread: number): number =>
  Math.min(Math.max(ageMs / 4, LIMITED_MIN_MS), LIMITED_MAX_MS) * (1 + LIMITED_SPREAD * spread);

/** What is known of a person when a message to them is decided. */
export interface Recipient {
  userId: number;
  locale: Locale;
  /** Verified and still theirs; null otherwise. */
  mobile: string | null;
  /** The same, and mail to it does not come back. */
  email: string | null;
  agreedToWhatsApp: boolean;
  hasPush: boolean;
  choices: readonly ChannelChoice[];
  quietHours: QuietHours | null;
}

export interface ChannelChoice {
  group: NotificationGroup;
  channel: OutsideChannel;
  isOn: boolean;
}

/** In minutes after midnight in India. */
export interface QuietHours {
  isOn: boolean;
  from: number;
  to: number;
}

export function getChannelState(
  choices: readonly ChannelChoice[],
  group: NotificationGroup,
  channel: OutsideChannel,
): ChannelDefault {
  const byDefault = CHANNEL_DEFAULTS[group][channel];
  if (byDefault === 'always') return 'always';
  const choice = choices.find((each) => each.group === group && each.channel === channel);
  if (!choice) return byDefault;
  return choice.isOn ? 'on' : 'off';
}

/**
 * The channels by which a notification reaches this person, of those that the installation uses for notifications. What
 * concerns the security of an account goes by text message and mail even where nothing else does.
 */
export function chooseChannels(
  group: NotificationGroup,
  recipient: Recipient,
  installed: readonly OutsideChannel[],
): OutsideChannel[] {
  return OUTSIDE_CHANNELS.filter(
    (channel) =>
      (installed.includes(channel) || CHANNEL_DEFAULTS[group][channel] === 'always') &&
      isReachable(recipient, channel) &&
      getChannelState(recipient.choices, group, channel) !== 'off',
  );
}

export function isReachable(recipient: Recipient, channel: OutsideChannel): boolean {
  switch (channel) {
    case 'push':
      return recipient.hasPush;
    case 'whatsapp':
      return recipient.mobile !== null && recipient.agreedToWhatsApp;
    case 'sms':
      return recipient.mobile !== null;
    case 'email':
      return recipient.email !== null;
  }
}

const TYPES_WITH_ALERT: ReadonlySet<string> = new Set([...ALERT_KINDS, 'withdrawals_stopped']);

/**
 * Whether an alert to the owner goes out for it by SMS and e-mail: to the contacts of before the change, with a link that
 * denies it.
 */
export const hasOwnerAlert = (type: NotificationType, channel: OutsideChannel): boolean =>
  (channel === 'sms' || channel === 'email') && TYPES_WITH_ALERT.has(type);

/** When a message that is decided now goes out. */
export function calculateSendTime(
  now: Date,
  {
    isUrgent,
    channel,
    quietHours,
  }: { isUrgent: boolean; channel: OutsideChannel; quietHours: QuietHours | null },
): Date {
  if (isUrgent) return now;
  const quietEnd = calculateQuietEnd(now, quietHours ?? DEFAULT_QUIET_HOURS);
  if (quietEnd) return quietEnd;
  if (channel === 'push') return now;
  const bundleEnd = new Date(now.getTime() + BUNDLE_MS);
  return calculateQuietEnd(bundleEnd, quietHours ?? DEFAULT_QUIET_HOURS) ?? bundleEnd;
}

/** The end of the quiet hours that this moment is in; null outside of them. */
export function calculateQuietEnd(now: Date, { isOn, from, to }: QuietHours): Date | null {
  if (!isOn) return null;
  const istMinutes = (now.getTime() + IST_OFFSET_MS) / MINUTE_MS;
  const minute = istMinutes % DAY_MINUTES;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return null;
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  return new Date(now.getTime() + left * MINUTE_MS);
}
