/**
 * Settings that may change at runtime, because nothing about them was promised to users. The refund charge and the days
 * until automatic release were promised, so they are set at installation.
 */
export const SETTING_LIMITS = {
  second_approver_above_paise: { max: 100_000_000_00 },
  payout_account_wait_hours: { max: 720 },
  identity_review_first: { max: 1 },
} as const;
export const SETTING_KEYS = Object.keys(SETTING_LIMITS) as (keyof typeof SETTING_LIMITS)[];

export const DATED_STATES = ['coming', 'current', 'past'] as const;

export type SettingKey = keyof typeof SETTING_LIMITS;
export type DatedState = (typeof DATED_STATES)[number];
