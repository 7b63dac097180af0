import { istDate } from '@fws/contract/platform/dates';
import type { FeeShares } from '@fws/contract/payouts/fees';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';

/** The rates of a day. */
export interface FeeRates extends FeeShares {
  id: number;
  /** The day in India from which on they hold. */
  effectiveOn: string;
}

/** The rates of that moment as JSON, for a statement that is made anyway: a release asks no question of its own. */
export const ratesAtSql = (at: Date): RawBuilder<FeeRates | null> => sql<FeeRates | null>`(
  SELECT json_build_object('id', id, 'effectiveOn', effective_on, 'platformFeeBps', platform_fee_bps,
    'gstBps', gst_bps, 'tdsBps', tds_bps, 'welfareBps', welfare_bps, 'welfareCapPaise', welfare_cap_paise)
  FROM fee_rates WHERE effective_on <= ${istDate(at)}::date
  ORDER BY effective_on DESC, id DESC LIMIT 1)`;

/** Null while nothing was ever set: nothing is kept. */
export async function ratesAt(db: Db | Tx, at: Date): Promise<FeeRates | null> {
  const { rows } = await sql<{ rates: FeeRates | null }>`SELECT ${ratesAtSql(at)} AS rates`.execute(db);
  return rows[0]?.rates ?? null;
}

export interface DatedRates extends FeeRates {
  reason: string;
  setAt: Date;
}

/** The newest first; a later row for the same day has taken the place of an earlier one. */
export async function ratesHistory(db: Db | Tx): Promise<DatedRates[]> {
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

/** From a day to come on: what was released meanwhile keeps the rates it was released under. */
export async function setRates(
  tx: Tx,
  rates: Omit<FeeRates, 'id'> & { setBy: number | null; reason: string; now: Date },
): Promise<void> {
  if (rates.effectiveOn <= istDate(rates.now)) throw new RangeError('rates begin on a day to come');
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
