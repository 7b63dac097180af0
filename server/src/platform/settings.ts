import { sql } from 'kysely';
import type { Config } from '../config/index.ts';
import type { Db, Tx } from './db/index.ts';

const HOUR_MS = 3600_000;

/** Settings that operators may change at run time; the environment gives the defaults. */
export interface Settings {
  second_approver_above_paise: number;
  payout_account_wait_hours: number;
  /** 1: a person of FWS must review a check before it counts. */
  identity_review_first: number;
}
export type SettingKey = keyof Settings;

export const getSettingDefaults = (config: Config): Settings => ({
  second_approver_above_paise: config.secondApproverAbovePaise,
  payout_account_wait_hours: config.payoutAccountWaitMs / HOUR_MS,
  identity_review_first: config.identityReviewFirst ? 1 : 0,
});

/** The settings at that moment. Not cached, so that a change takes effect everywhere at once. */
export async function loadSettings(db: Db | Tx, config: Config, at: Date): Promise<Settings> {
  const { rows } = await sql<{ key: string; value: number }>`
    SELECT known.key, newest.value
    FROM unnest(${Object.keys(getSettingDefaults(config))}::text[]) AS known (key)
    CROSS JOIN LATERAL (
      SELECT value FROM setting_change WHERE setting_change.key = known.key AND effective_at <= ${at}
      ORDER BY effective_at DESC, id DESC LIMIT 1) newest`.execute(db);
  return { ...getSettingDefaults(config), ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
}
