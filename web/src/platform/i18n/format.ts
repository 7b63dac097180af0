import { currentLocale, intlLocale } from './i18n.ts';

type Moment = Date | string | number;

/** 18 Dec 2026. A plain date (2026-12-18) is that day everywhere. */
export function formatDate(moment: Moment, options: { year?: boolean } = {}): string {
  const plain = typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment);
  return new Intl.DateTimeFormat(intlLocale[currentLocale()], {
    day: 'numeric',
    month: 'short',
    ...(options.year === false ? {} : { year: 'numeric' }),
    ...(plain ? { timeZone: 'UTC' } : {}),
  }).format(new Date(moment));
}

/** 10:40 am */
export function formatTime(moment: Moment): string {
  return new Intl.DateTimeFormat(intlLocale[currentLocale()], {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).format(new Date(moment));
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "2 hours ago", "in 3 days", "now". */
export function timeAgo(moment: Moment, now: Moment = Date.now()): string {
  const seconds = Math.round((new Date(moment).getTime() - new Date(now).getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(intlLocale[currentLocale()], { numeric: 'auto' });
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second');
}
