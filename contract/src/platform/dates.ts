/** Calendar dates are ISO strings ("2026-12-18"); Deadlines are in IST. */

export const IST_OFFSET_MS = 5.5 * 3600_000;

/** The calendar date in India at that moment. */
export function toIstDate(at: Date): string {
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** The last moment of a calendar date in India. */
export function getEndOfIstDay(date: string): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 24 * 3600_000 - 1 - IST_OFFSET_MS);
}

const DAY_MS = 24 * 3600_000;

/** The calendar date so many days later, or earlier. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
