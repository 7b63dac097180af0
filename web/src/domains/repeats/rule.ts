/** How often a job is repeated, as the form has it. */
export type Frequency = 'week' | 'fortnight' | 'month';
export const FREQUENCIES = ['week', 'fortnight', 'month'] as const satisfies readonly Frequency[];

/** Days of the week as recurrence rules name them, from Monday. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface RepeatDraft {
  frequency: Frequency;
  weekdays: readonly Weekday[];
  /** Of the month. */
  monthDay: number;
}

/** The rule of RFC 5545 for a form; null where a week has no day. */
export function buildRule({ frequency, weekdays, monthDay }: RepeatDraft): string | null {
  if (frequency === 'month') return `FREQ=MONTHLY;BYMONTHDAY=${monthDay}`;
  if (weekdays.length === 0) return null;
  const days = WEEKDAYS.filter((day) => weekdays.includes(day)).join(',');
  return `FREQ=WEEKLY;${frequency === 'fortnight' ? 'INTERVAL=2;' : ''}BYDAY=${days}`;
}

/** What a rule that this form has made says; null for another one. */
export function readRule(rule: string): RepeatDraft | null {
  const [, monthDay] = /^FREQ=MONTHLY;BYMONTHDAY=(\d+)$/.exec(rule) ?? [];
  if (monthDay !== undefined) return { frequency: 'month', weekdays: [], monthDay: Number(monthDay) };
  const [, interval, days] = /^FREQ=WEEKLY;(INTERVAL=2;)?BYDAY=([A-Z,]+)$/.exec(rule) ?? [];
  if (days === undefined) return null;
  const weekdays = WEEKDAYS.filter((day) => days.split(',').includes(day));
  return { frequency: interval === undefined ? 'week' : 'fortnight', weekdays, monthDay: 1 };
}

/** "Mon" in the reader's language. 4 January 2027 is a Monday. */
export const formatWeekday = (day: Weekday, locale: string, width: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2027, 0, 4 + WEEKDAYS.indexOf(day))),
  );
