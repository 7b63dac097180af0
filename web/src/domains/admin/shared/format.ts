import { translate, formatDate, formatTime, getCurrentLocale } from '../../../platform/i18n/index.ts';

const STEPS = [
  ['web.backoffice.days', 86_400_000],
  ['web.backoffice.hours', 3_600_000],
  ['web.backoffice.minutes', 60_000],
  ['web.backoffice.seconds', 1000],
] as const;

/** "3 minutes": a duration in its largest unit. */
export function formatDuration(ms: number): string {
  const [id, size] = STEPS.find(([, step]) => ms >= step) ?? STEPS[3];
  return translate(id, { count: Math.floor(ms / size) });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "1.4 GB" */
export function formatBytes(count: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return new Intl.NumberFormat(`${getCurrentLocale()}-IN-u-nu-latn`, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    maximumFractionDigits: power < 3 ? 0 : 1,
  }).format(count / 1000 ** power);
}

export const formatNumber = (count: number): string =>
  new Intl.NumberFormat(`${getCurrentLocale()}-IN-u-nu-latn`).format(count);

export const formatMoment = (at: string): string =>
  `${formatDate(translate, at, { year: false })}, ${formatTime(translate, at)}`;
