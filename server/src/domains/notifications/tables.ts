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
