import type { Selectable } from 'kysely';
import type { Availability } from '@fws/contract/profile/availability/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { AvailabilityTable } from '../tables.ts';
import { formatTimeOfDay, parseTimeOfDay } from './rules.ts';

/** What each of these people has said, as it was saved: some of it may be over. Who has said nothing has no entry. */
export async function loadAvailabilities(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, Availability>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('availability')
    .selectAll()
    .where('user_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.user_id, toAvailability(row)]));
}

const toAvailability = (row: Selectable<AvailabilityTable>): Availability => ({
  days: row.days,
  hours:
    row.from_minute === null || row.to_minute === null
      ? null
      : { from: formatTimeOfDay(row.from_minute), to: formatTimeOfDay(row.to_minute) },
  // The database keeps the names in an order of its own.
  holidays: row.holidays.map(({ from, to }) => ({ from, to })),
  awayUntil: row.away_until,
});

export async function saveAvailability(
  tx: Tx,
  userId: number,
  { days, hours, holidays, awayUntil }: Availability,
): Promise<void> {
  const values = {
    days,
    from_minute: hours && parseTimeOfDay(hours.from),
    to_minute: hours && parseTimeOfDay(hours.to),
    holidays: JSON.stringify(holidays),
    away_until: awayUntil,
  };
  await tx
    .insertInto('availability')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function deleteAvailability(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('availability').where('user_id', '=', userId).execute();
}
