import { sql, type RawBuilder } from 'kysely';
import { toIstDate } from '@fws/contract/platform/dates';
import type { FeeShares } from '@fws/contract/payouts/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** Fee rates, with the day from which they apply. */
export interface FeeRates extends FeeShares {
  id: number;
  /** The day in India from which they apply. */
  effectiveOn: string;
}

/** The query for the rates of that time. */
export const selectRatesAt = (at: Date): RawBuilder<FeeRates> => sql<FeeRates>`
  SELECT id, effective_on AS "effectiveOn", platform_fee_bps AS "platformFeeBps", gst_bps AS "gstBps",
    tds_bps AS "tdsBps", welfare_bps AS "welfareBps", welfare_cap_paise AS "welfareCapPaise"
  FROM fee_rates WHERE effective_on <= ${toIstDate(at)}
  ORDER BY effective_on DESC, id DESC LIMIT 1`;

/** Null while no rates were ever set; then nothing is deducted. */
export async function findRatesAt(db: Db | Tx, at: Date): Promise<FeeRates | null> {
  const { rows } = await selectRatesAt(at).execute(db);
  return rows[0] ?? null;
}

export interface DatedRates extends FeeRates {
  reason: string;
  setAt: Date;
}

/** Newest first. A later row for the same day replaces an earlier one. */
export async function listRates(db: Db | Tx): Promise<DatedRates[]> {
  const rows = await db
    .selectFrom('fee_rates')
    .selectAll()
    .orderBy('effective_on', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    effectiveOn: row.effective_on,
    platformFeeBps: row.platform_fee_bps,
    gstBps: row.gst_bps,
    tdsBps: row.tds_bps,
    welfareBps: row.welfare_bps,
    welfareCapPaise: row.welfare_cap_paise,
    reason: row.reason,
    setAt: row.set_at,
  }));
}

/** Sets rates from a future day on. Past releases keep the rates under which they were released. */
export async function setRates(
  tx: Tx,
  rates: Omit<FeeRates, 'id'> & { setBy: number | null; reason: string; now: Date },
): Promise<void> {
  if (rates.effectiveOn <= toIstDate(rates.now)) throw new RangeError('rates begin on a day to come');
  await tx
    .insertInto('fee_rates')
    .values({
      effective_on: rates.effectiveOn,
      platform_fee_bps: rates.platformFeeBps,
      gst_bps: rates.gstBps,
      tds_bps: rates.tdsBps,
      welfare_bps: rates.welfareBps,
      welfare_cap_paise: rates.welfareCapPaise,
      set_by: rates.setBy,
      reason: rates.reason,
      set_at: rates.now,
    })
    .execute();
}
