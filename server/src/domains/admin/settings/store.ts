import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** The number of changes to show. */
const SHOWN_MAX = 200;

const BY = sql<string>`coalesce(rtrim(first_name || ' ' || last_name), '')`;

export const listSettingChanges = (db: Db) =>
  db
    .selectFrom('setting_change as change')
    .innerJoin('user_account', 'user_account.id', 'change.set_by')
    .select(['change.id', 'key', 'value', 'effective_at', 'set_at', 'reason', BY.as('by')])
    .orderBy('change.id', 'desc')
    .limit(SHOWN_MAX)
    .execute();

export const listFeeRates = (db: Db) =>
  db
    .selectFrom('fee_rates')
    .leftJoin('user_account', 'user_account.id', 'fee_rates.set_by')
    .selectAll('fee_rates')
    .select(BY.as('by'))
    .orderBy('effective_on', 'desc')
    .orderBy('fee_rates.id', 'desc')
    .limit(SHOWN_MAX)
    .execute();

export async function insertSetting(
  tx: Tx,
  change: { key: string; value: number; effectiveAt: Date; setBy: number; now: Date; reason: string },
): Promise<void> {
  await tx
    .insertInto('setting_change')
    .values({
      key: change.key,
      value: change.value,
      effective_at: change.effectiveAt,
      set_by: change.setBy,
      set_at: change.now,
      reason: change.reason,
    })
    .execute();
}
