import { addDays, isCalendarDate } from '../../platform/dates.ts';

/** In the order of a week of work. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const HOLIDAYS_MAX = 20;

/** Days in India, the last one included. */
export interface Holiday {
  from: string;
  to: string;
}

/** When somebody usually takes work. What they have not said is empty or null. */
export interface Availability {
  /** In the order of the week. Empty: not said. */
  days: Weekday[];
  /** "09:00" to "18:00" in India. The end may be on the next day. Null: not said. */
  hours: { from: string; to: string } | null;
  /** In order, without those that overlap. */
  holidays: Holiday[];
  /** The day in India on which they take work again. */
  awayUntil: string | null;
}

/** The same holidays in order. Those that overlap or follow each other become one. */
export function mergeHolidays(holidays: readonly Holiday[]): Holiday[] {
  const merged: Holiday[] = [];
  for (const { from, to } of holidays.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = merged.at(-1);
    if (last && from <= addDays(last.to, 1)) last.to = to > last.to ? to : last.to;
    else merged.push({ from, to });
  }
  return merged;
}

/** Without what is over on that day in India. Null when nothing is left to say. */
export function pickCurrent(availability: Availability | null, today: string): Availability | null {
  if (!availability) return null;
  const { days, hours, holidays, awayUntil } = availability;
  const current = {
    days,
    hours,
    holidays: holidays.filter(({ to }) => to >= today),
    awayUntil: awayUntil !== null && awayUntil > today ? awayUntil : null,
  };
  return isEmpty(current) ? null : current;
}

const isEmpty = ({ days, hours, holidays, awayUntil }: Availability): boolean =>
  days.length === 0 && hours === null && holidays.length === 0 && awayUntil === null;

/**
 * The first day on which they take work again, of somebody who is away on that day; null: they have not said that they are.
 * Days of the week are what is usual, not a promise, so they say nothing about one day.
 */
export function findReturn(availability: Availability | null, date: string): string | null {
  if (!availability) return null;
  const { holidays, awayUntil } = availability;
  const isPaused = awayUntil !== null && date < awayUntil;
  const first = isPaused ? awayUntil : date;
  // A holiday may begin on the day on which the pause ends. Holidays never touch each other.
  const holiday = holidays.find(({ from, to }) => from <= first && first <= to);
  if (holiday) return addDays(holiday.to, 1);
  return isPaused ? first : null;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
export const isTimeOfDay = (text: string): boolean => TIME.test(text);

/** The index of the first holiday that is no range of days; -1: all are. */
export const findWrongHoliday = (holidays: readonly Holiday[]): number =>
  holidays.findIndex(({ from, to }) => !isCalendarDate(from) || !isCalendarDate(to) || to < from);
