import { addDays } from '@fws/contract/platform/dates';

/** Calendar dates are ISO texts ("2026-12-18"), months their beginnings ("2026-12"). */

const DAY_MS = 24 * 3600_000;
const toTime = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const toDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const getMonth = (date: string): string => date.slice(0, 7);
/** 0 is Sunday. */
export const getWeekday = (date: string): number => new Date(toTime(date)).getUTCDay();

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(date: string, months: number): string {
  const first = new Date(toTime(`${getMonth(date)}-01`));
  first.setUTCMonth(first.getUTCMonth() + months);
  const day = Math.min(Number(date.slice(8)), countDays(getMonth(first.toISOString())));
  return toDate(first.getTime() + (day - 1) * DAY_MS);
}

function countDays(month: string): number {
  const first = new Date(toTime(`${month}-01`));
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The weeks of a month from Sunday on; null before its first and after its last day. */
export function listWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const days = Array.from({ length: countDays(month) }, (_, index) => addDays(first, index));
  const cells = [...Array.from({ length: getWeekday(first) }, () => null), ...days];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday] ?? null),
  );
}

export interface Limits {
  /** The first and the last date that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
}

export function limitDate(date: string, { min, max }: Limits): string {
  if (min !== undefined && date < min) return min;
  return max !== undefined && date > max ? max : date;
}

export const isWithin = (date: string, limits: Limits): boolean => limitDate(date, limits) === date;

const YEARS_BACK = 70;
const YEARS_AHEAD = 10;

/** The years to choose from, newest first where only the past can be chosen. */
export function listYears(today: string, { min, max }: Limits): number[] {
  const year = Number(today.slice(0, 4));
  const from = min === undefined ? year - YEARS_BACK : Number(min.slice(0, 4));
  const to = max === undefined ? year + YEARS_AHEAD : Number(max.slice(0, 4));
  const years = Array.from({ length: Math.max(to - from + 1, 1) }, (_, index) => from + index);
  return max !== undefined && max <= today ? years.toReversed() : years;
}
