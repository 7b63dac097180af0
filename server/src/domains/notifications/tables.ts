import type { ColumnType, Generated } from 'kysely';
import type { OutsideChannel } from '@fws/contract/notifications/channels';
import type { NotificationGroup } from '@fws/contract/notifications/model';
import type { Locale } from '@fws/contract/platform/messages';
import { BY_USER, COORDINATOR, REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  notification: {
    place: BY_USER,
    months: { orderBy: ['id'], minimumAgeMonths: 12 },
    columns: {
      plain: 'id user_id type path dedupe_key created_at read_at cleared_at',
      personal: 'values',
    },
  },
  notification_key: {
    place: BY_USER,
    columns: {
      plain: 'user_id dedupe_key created_at',
    },
  },
  notification_setting: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id changed_at',
      personal: 'group channel is_on',
    },
  },
  notification_delivery: {
    place: COORDINATOR,
    columns: {
      plain: `id user_id channel dedupe_key type path alert_id is_urgent status send_at reference link_code
        bundled_into attempts claimed_at provider provider_id reason created_at changed_at`,
      personal: 'values',
    },
  },
  quiet_hours: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id',
      personal: 'is_on from_minute to_minute',
    },
  },
  channel_consent: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id channel version locale agreed_at withdrawn_at withdrawn_by',
      personal: 'contact',
    },
  },
  push_subscription: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id session_id added_at',
      personal: 'endpoint p256dh auth',
    },
  },
  returned_mail: {
    place: REFERENCE,
    columns: {
      plain: 'reason returned_at',
      personal: 'email',
    },
  },
};

export interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  type: string;
  values: ColumnType<Record<string, string | number>, string, string>;
  path: string | null;
  dedupe_key: string;
  created_at: Date;
  read_at: Date | null;
  cleared_at: Date | null;
}

export interface NotificationSettingTable {
  user_id: number;
  group: NotificationGroup;
  channel: OutsideChannel;
  is_on: boolean;
  changed_at: Date;
}

export interface ChannelConsentTable {
  id: Generated<number>;
  user_id: number;
  channel: 'push' | 'whatsapp';
  contact: string;
  version: string;
  locale: Locale;
  agreed_at: Date;
  withdrawn_at: Generated<Date | null>;
  withdrawn_by: Generated<'settings' | 'whatsapp' | null>;
}

export interface PushSubscriptionTable {
  id: Generated<number>;
  user_id: number;
  session_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  added_at: Date;
}

export type DeliveryStatus =
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'bundled'
  | 'skipped'
  | 'failed';

export interface NotificationDeliveryTable {
  id: Generated<number>;
  user_id: number;
  channel: OutsideChannel;
  dedupe_key: string;
  type: string;
  values: ColumnType<Record<string, string | number>, string, string>;
  path: string | null;
  alert_id: Generated<number | null>;
  is_urgent: boolean;
  status: DeliveryStatus;
  send_at: Date;
  reference: string;
  link_code: string;
  bundled_into: Generated<number | null>;
  attempts: Generated<number>;
  claimed_at: Generated<Date | null>;
  provider: Generated<string | null>;
  provider_id: Generated<string | null>;
  reason: Generated<string | null>;
  created_at: Date;
  changed_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    notification: NotificationTable;
    notification_setting: NotificationSettingTable;
    channel_consent: ChannelConsentTable;
    push_subscription: PushSubscriptionTable;
    notification_delivery: NotificationDeliveryTable;
  }
}
