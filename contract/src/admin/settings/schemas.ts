import * as z from 'zod/mini';
import { isCalendarDate } from '../../platform/dates.ts';
import { parseRupees, toPaise } from '../../platform/money.ts';
import { calendarDate, maybeText, requiredText } from '../../platform/schemas.ts';
import { DATED_STATES, SETTING_KEYS, SETTING_LIMITS } from './model.ts';

const reason = requiredText('admin.reason_required', 500);
const whole = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{1,12}$/, 'backoffice.number_wrong')),
  z.transform((text: string) => Number(text)),
);
/** Parses a percentage as typed, "5" or "0.25", into hundredths of a percent; empty means none. */
const percent = (maxPercent: number) =>
  z.pipe(
    maybeText(10).check(
      z.refine(
        (text) => text === '' || (parseRupees(text) ?? Infinity) <= maxPercent * 100,
        'backoffice.percent_wrong',
      ),
    ),
    z.transform((text: string) => (text === '' ? 0 : toPaise(text))),
  );

export const settingSet = z
  .object({
    key: z.enum(SETTING_KEYS, 'backoffice.setting_unknown'),
    value: whole,
    /** The first day it applies, in India; empty: at once. */
    from: maybeText(10).check(
      z.refine((text) => text === '' || isCalendarDate(text), 'backoffice.day_wrong'),
    ),
    reason,
  })
  .check(
    z.refine(({ key, value }) => value <= SETTING_LIMITS[key].max, {
      path: ['value'],
      error: 'backoffice.number_wrong',
    }),
  );

/** Percentages and rupees as they are typed; hundredths of a percent and paise in the command. */
export const feesSet = z.pipe(
  z.object({
    effectiveOn: calendarDate('backoffice.day_wrong'),
    platformFeePercent: percent(50),
    gstPercent: percent(100),
    tdsPercent: percent(20),
    welfarePercent: percent(10),
    /** Empty: no limit. */
    welfareCapText: z.pipe(
      maybeText(15).check(
        z.refine((text) => text === '' || parseRupees(text) !== null, 'backoffice.number_wrong'),
      ),
      z.transform((text: string) => parseRupees(text)),
    ),
    reason,
  }),
  z.transform((form) => ({
    effectiveOn: form.effectiveOn,
    platformFeeBps: form.platformFeePercent,
    gstBps: form.gstPercent,
    tdsBps: form.tdsPercent,
    welfareBps: form.welfarePercent,
    welfareCapPaise: form.welfareCapText,
    reason: form.reason,
  })),
);

const dated = {
  id: z.number(),
  state: z.enum(DATED_STATES),
  /** Empty: set on the command line. */
  by: z.string(),
  setAt: z.string(),
  reason: z.string(),
};
export const setting = z.object({
  key: z.enum(SETTING_KEYS),
  value: z.number(),
  /** The value from the environment. */
  defaultValue: z.number(),
  changes: z.array(z.object({ ...dated, value: z.number(), effectiveAt: z.string() })),
});
export type SettingHistory = z.output<typeof setting>;
export const datedFees = z.object({
  ...dated,
  effectiveOn: z.string(),
  platformFeeBps: z.number(),
  gstBps: z.number(),
  tdsBps: z.number(),
  welfareBps: z.number(),
  welfareCapPaise: z.nullable(z.number()),
});
export type DatedFees = z.output<typeof datedFees>;
export const settings = z.object({ settings: z.array(setting), fees: z.array(datedFees) });
export type AdminSettings = z.output<typeof settings>;
