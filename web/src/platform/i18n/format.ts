import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import { useNow } from '../clock/index.ts';
import { useT, type Translate } from './i18n.ts';
import type { MessageId } from './messages.ts';

type Moment = Date | string | number;

// Uses our own words and Indian time: browsers of different versions format dates differently, and the server renders the
// first page for all of them.

/** 18 Dec 2026. A plain date (2026-12-18) is formatted as is, any other moment as its date in India. */
export function formatDate(t: Translate, moment: Moment, options: { year?: boolean } = {}): string {
  const plain = typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment);
  const [year, month, day] = (plain ? moment : toIstDate(new Date(moment))).split('-').map(Number);
  const name = t('ui.months').split(' ')[(month ?? 1) - 1];
  return [day, name, ...(options.year === false ? [] : [year])].join(' ');
}

/** The parts of the day with the hour each begins at, latest first. */
const PARTS = [
  [20, 'night'],
  [16, 'evening'],
  [12, 'noon'],
  [4, 'morning'],
  [0, 'early'],
] as const;

/** 10:40 am, or सुबह 10:40 */
export function formatTime(t: Translate, moment: Moment): string {
  const ist = new Date(new Date(moment).getTime() + IST_OFFSET_MS);
  const hour = ist.getUTCHours();
  const minute = String(ist.getUTCMinutes()).padStart(2, '0');
  const part = PARTS.find(([from]) => hour >= from)?.[1] ?? '';
  return t('ui.time', { hour: hour % 12 || 12, minute, part });
}

const DAY_MINUTES = 24 * 60;
const STEPS: [MessageId, number][] = [
  ['ui.ago.years', 365 * DAY_MINUTES],
  ['ui.ago.months', 30 * DAY_MINUTES],
  ['ui.ago.weeks', 7 * DAY_MINUTES],
  ['ui.ago.days', DAY_MINUTES],
  ['ui.ago.hours', 60],
  ['ui.ago.minutes', 1],
];

/** "2 hours ago", "yesterday", "just now"; also "just now" for a future moment, because a clock may be behind. */
export function formatTimeAgo(t: Translate, moment: Moment, now: Moment): string {
  const minutes = (new Date(now).getTime() - new Date(moment).getTime()) / 60_000;
  const step = STEPS.find(([, size]) => minutes >= size);
  return step ? t(step[0], { count: Math.trunc(minutes / step[1]) }) : t('ui.ago.now');
}

/** `formatTimeAgo` relative to the current minute; updates while on screen. */
export function useTimeAgo(): (moment: Moment) => string {
  const now = useNow();
  const t = useT();
  return (moment) => formatTimeAgo(t, moment, now);
}
