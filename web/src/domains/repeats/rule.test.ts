import { expect, test } from 'vitest';
import { buildRule, formatWeekday, readRule, WEEKDAYS, type Weekday } from './rule.ts';

test.each([
  [{ frequency: 'week', weekdays: ['TH', 'MO'], monthDay: 1 }, 'FREQ=WEEKLY;BYDAY=MO,TH'],
  [{ frequency: 'fortnight', weekdays: ['SU'], monthDay: 1 }, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU'],
  [{ frequency: 'month', weekdays: [], monthDay: 31 }, 'FREQ=MONTHLY;BYMONTHDAY=31'],
] as const)('writes and reads %o', (draft, rule) => {
  expect(buildRule(draft)).toBe(rule);
  expect(readRule(rule)).toEqual({
    ...draft,
    weekdays: WEEKDAYS.filter((day) => (draft.weekdays as readonly Weekday[]).includes(day)),
  });
});

test('has no rule for a week without a day, and does not read rules of others', () => {
  expect(buildRule({ frequency: 'week', weekdays: [], monthDay: 5 })).toBeNull();
  expect(readRule('FREQ=MONTHLY;BYDAY=-1FR')).toBeNull();
});

test('names the days of the week', () => {
  expect(formatWeekday('MO', 'en', 'long')).toBe('Monday');
  expect(formatWeekday('SU', 'hi', 'long')).toBe('रविवार');
});
