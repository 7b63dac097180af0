import { IST_OFFSET_MS, toIstDate } from './dates.ts';

// Uses our own words and Indian time: browsers of different versions format dates differently, and the server writes the
// same texts for all of them.

export type Moment = Date | string | number;
type Words = 'common.months' | 'common.day_parts' | 'common.time';
type Translate = (id: Words, values?: Record<string, string | number>) => string;

const isPlainDate = (moment: Moment): moment is string =>
  typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment);

function splitDate(t: Translate, moment: Moment): { day: number; month: string; year: number } {
  const date = isPlainDate(moment) ? moment : toIstDate(new Date(moment));
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { day, month: t('common.months').split(' ')[month - 1] ?? '', year };
}

/** 18 Dec 2026. A plain date (2026-12-18) is formatted as is, any other moment as its date in India. */
export function formatDate(t: Translate, moment: Moment, options: { year?: boolean } = {}): string {
  const { day, month, year } = splitDate(t, moment);
  return [day, month, ...(options.year === false ? [] : [year])].join(' ');
}

/** Dec 2026 */
export function formatMonth(t: Translate, moment: Moment): string {
  const { month, year } = splitDate(t, moment);
  return `${month} ${year}`;
}

/** The hour each part of the day begins at, in the order of the words: early, morning, noon, evening, night. */
const PARTS_BEGIN = [0, 4, 12, 16, 20];

/** 10:40 am, or सुबह 10:40 */
export function formatTime(t: Translate, moment: Moment): string {
  const ist = new Date(new Date(moment).getTime() + IST_OFFSET_MS);
  const hour = ist.getUTCHours();
  const minute = String(ist.getUTCMinutes()).padStart(2, '0');
  const part = t('common.day_parts').split(' ')[PARTS_BEGIN.findLastIndex((begin) => hour >= begin)] ?? '';
  return t('common.time', { hour: hour % 12 || 12, minute, part });
}

/** 18 Dec, 10:40 am */
export const formatMoment = (t: Translate, moment: Moment): string =>
  `${formatDate(t, moment, { year: false })}, ${formatTime(t, moment)}`;
