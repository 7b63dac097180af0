import { NOTIFICATION_TYPES, type NotificationType } from './model.ts';

/** Where a notification goes besides the app. */
export const OUTSIDE_CHANNELS = ['push', 'whatsapp', 'sms', 'email'] as const;
export type OutsideChannel = (typeof OUTSIDE_CHANNELS)[number];

/** The kinds of notification that people choose channels for, in the order of the screen. */
export const NOTIFICATION_GROUPS = [
  'money',
  'security',
  'deadlines',
  'quotes',
  'work',
  'connections',
  'searches',
] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

const TYPES_BY_GROUP: Record<NotificationGroup, readonly NotificationType[]> = {
  money: [
    'milestone_funded',
    'payment_received',
    'payment_failed',
    'payment_requested',
    'payment_released',
    'release_confirmed',
    'released_by_itself',
    'refund_sent',
    'refund_delayed',
    'chargeback_opened',
    'chargeback_won',
    'chargeback_lost',
    'withdrawal_requested',
    'withdrawal_waits',
    'withdrawal_paid',
    'withdrawal_failed',
    'withdrawal_reversed',
    'withdrawal_delayed',
    'dispute_raised',
    'dispute_settled',
  ],
  security: [
    'identity_verified',
    'identity_refused',
    'name_change_requested',
    'name_changed',
    'name_change_refused',
    'payout_account_added',
    'payout_account_changed',
    'payout_account_used',
    'payout_account_removed',
    'password_changed',
    'mobile_changed',
    'email_changed',
    'social_linked',
    'second_factor_changed',
    'new_device',
    'withdrawals_stopped',
    'withdrawals_allowed',
  ],
  deadlines: [
    'quote_reminder',
    'quote_lapsed',
    'release_reminder',
    'dispute_documents_due',
    'dispute_review_due',
  ],
  quotes: [
    'quote_received',
    'quote_changed',
    'quote_accepted',
    'quote_not_selected',
    'quote_cancelled',
    'job_expired',
    'job_cancelled',
  ],
  work: [
    'work_started',
    'work_completed',
    'work_accepted',
    'job_completed',
    'change_requested',
    'cancellation_asked',
    'cancellation_declined',
    'contract_cancelled',
    'rating_received',
    'dispute_comment',
    'dispute_document',
    'dispute_withdrawn',
  ],
  connections: ['connection_made', 'share_received', 'share_liked'],
  searches: ['saved_search_job', 'saved_search_daily'],
};

const groupByType = new Map(
  NOTIFICATION_GROUPS.flatMap((group) => TYPES_BY_GROUP[group].map((type) => [type, group] as const)),
);

export function getGroup(type: NotificationType): NotificationGroup {
  const group = groupByType.get(type);
  if (!group) throw new Error(`notifications of the type ${type} have no group`);
  return group;
}

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
  connections: { push: 'on', whatsapp: 'off', sms: 'off', email: 'off' },
  searches: { push: 'on', whatsapp: 'off', sms: 'off', email: 'off' },
};

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
