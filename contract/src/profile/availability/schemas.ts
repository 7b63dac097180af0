import * as z from 'zod/mini';
import { isCalendarDate } from '../../platform/dates.ts';
import { formVersion, maybeText } from '../../platform/schemas.ts';
import {
  findWrongHoliday,
  HOLIDAYS_MAX,
  isTimeOfDay,
  mergeHolidays,
  WEEKDAYS,
  type Availability,
  type Holiday,
} from './model.ts';

const weekday = z.enum(WEEKDAYS, 'profile.day_unknown');
const texts = z.optional(z.array(z.string().check(z.trim(), z.maxLength(10, 'common.too_long'))));

/** Replaces all of it. What is left out is not said any more. */
export const setAvailability = z.pipe(
  z
    .object({
      version: formVersion,
      days: z.optional(z.array(weekday)),
      /** "09:00" in India. Both ends, or none. */
      hoursFrom: maybeText(5).check(
        z.refine((text) => text === '' || isTimeOfDay(text), 'profile.time_invalid'),
      ),
      hoursTo: maybeText(5).check(
        z.refine((text) => text === '' || isTimeOfDay(text), 'profile.time_invalid'),
      ),
      /** The first day of each holiday, and the last. */
      holidaysFrom: texts,
      holidaysTo: texts,
      /** The day on which they take work again. */
      awayUntil: maybeText(10).check(
        z.refine((text) => text === '' || isCalendarDate(text), 'profile.date_invalid'),
      ),
    })
    .check(
      z.refine(({ hoursFrom, hoursTo }) => hoursFrom === '' || hoursTo !== '', {
        path: ['hoursTo'],
        error: 'profile.hours_incomplete',
      }),
      z.refine(({ hoursFrom, hoursTo }) => hoursTo === '' || hoursFrom !== '', {
        path: ['hoursFrom'],
        error: 'profile.hours_incomplete',
      }),
      z.refine(({ hoursFrom, hoursTo }) => hoursFrom === '' || hoursFrom !== hoursTo, {
        path: ['hoursTo'],
        error: 'profile.hours_equal',
      }),
      z.refine(({ holidaysFrom }) => (holidaysFrom?.length ?? 0) <= HOLIDAYS_MAX, {
        path: ['holidaysFrom'],
        error: 'profile.holidays_too_many',
        params: { values: { maximum: HOLIDAYS_MAX } },
      }),
      z.refine(
        (form) =>
          form.holidaysFrom?.length === form.holidaysTo?.length && findWrongHoliday(toHolidays(form)) === -1,
        { path: ['holidaysTo'], error: 'profile.holiday_invalid' },
      ),
    ),
  z.transform((form): { version: string; availability: Availability } => ({
    version: form.version,
    availability: {
      days: WEEKDAYS.filter((day) => form.days?.includes(day)),
      hours: form.hoursFrom === '' ? null : { from: form.hoursFrom, to: form.hoursTo },
      holidays: mergeHolidays(toHolidays(form)),
      awayUntil: form.awayUntil === '' ? null : form.awayUntil,
    },
  })),
);
export type SetAvailabilityValues = z.input<typeof setAvailability>;
export type SetAvailability = z.output<typeof setAvailability>;

const toHolidays = ({
  holidaysFrom = [],
  holidaysTo = [],
}: {
  holidaysFrom?: string[] | undefined;
  holidaysTo?: string[] | undefined;
}): Holiday[] => holidaysFrom.map((from, index) => ({ from, to: holidaysTo[index] ?? '' }));

/** What they have said and is not over. */
export const availability = z.object({
  days: z.array(z.enum(WEEKDAYS)),
  hours: z.nullable(z.object({ from: z.string(), to: z.string() })),
  holidays: z.array(z.object({ from: z.string(), to: z.string() })),
  awayUntil: z.nullable(z.string()),
});

/** Of the caller. */
export const ownAvailability = z.object({
  availability: z.nullable(availability),
  version: z.string(),
});
export type OwnAvailability = z.output<typeof ownAvailability>;
