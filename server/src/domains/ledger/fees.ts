import { istDate } from '@fws/contract/platform/dates';
import { shareOf } from '@fws/contract/platform/money';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';

/** What the platform keeps of a release, in hundredths of a percent. */
export interface FeeRates {
  id: number;
  /** The day in India from which on they hold. */
  effectiveOn: string;
  platformFeeBps: number;
  /** Of the platform fee; the others are of what is released. */
  gstBps: number;
  tdsBps: number;
  welfareBps: number;
  welfareCapPaise: number | null;
}

/** What is kept back of one release. */
export interface Kept {
  feePaise: number;
  gstPaise: number;
  tdsPaise: number;
  welfarePaise: number;
}

/** Each rounded down to the paisa: what rounding leaves is the worker's. */
export function keptOf(amountPaise: number, rates: FeeRates | null): Kept {
  if (!rates) return { feePaise: 0, gstPaise: 0, tdsPaise: 0, welfarePaise: 0 };
  const feePaise = shareOf(amountPaise, rates.platformFeeBps);
  return {
    feePaise,
    gstPaise: shareOf(feePaise, rates.gstBps),
    tdsPaise: shareOf(amountPaise, rates.tdsBps),
    welfarePaise: Math.min(
      shareOf(amountPaise, rates.welfareBps),
      rates.welfareCapPaise ?? Number.MAX_SAFE_INTEGER,
    ),
  };
}

export const sumKept = ({ feePaise, gstPaise, tdsPaise, welfarePaise }: Kept): number =>
  feePaise + gstPaise + tdsPaise + welfarePaise;

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
