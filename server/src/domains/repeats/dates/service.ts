import type { Tx } from '../../../platform/db/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { cancelUnpaid } from '../../contracts/index.ts';
import { notifyDate } from '../notices.ts';
import { transitionDates, type DateRow, type SeriesRow } from '../store.ts';

/**
 * Leaves a date out. Its contract is cancelled, if there is one that is not paid. False: it is paid, or has ended. The series
 * must be locked before. Tells the other side, or both where nobody did it.
 */
export async function skipDate(
  tx: Tx,
  {
    series,
    date,
    cause,
    isSilent = false,
  }: { series: SeriesRow; date: DateRow; cause: Cause; isSilent?: boolean },
): Promise<boolean> {
  if (date.job_id !== null && !(await cancelUnpaid(tx, date.job_id, cause))) return false;
  await transitionDates(tx, [date], 'skip', cause);
  const sides = (['poster', 'worker'] as const).filter((side) => side !== cause.by.role);
  if (!isSilent) await notifyDate(tx, series, date, 'skip', sides);
  return true;
}
