import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPEAT_DATES_MAX } from '@fws/contract/repeats/model';
import { listDates } from './rules.ts';

// Tomorrow is a Wednesday.
const TOMORROW = '2026-12-02';
const list = (rule: string, until: string | null = '2027-01-31', startsOn: string | null = null) =>
  listDates({ rule, startsOn, until }, TOMORROW);
const days = (...texts: string[]) => ({ ok: true, value: texts });
const refused = (field: string, code: string) => ({
  ok: false,
  refusal: expect.objectContaining({ fields: { [field]: expect.objectContaining({ code }) } }) as unknown,
});

test('repeats by week on days, from tomorrow on', () => {
  expect(list('FREQ=WEEKLY;BYDAY=MO,TH', '2026-12-14')).toEqual(
    days('2026-12-03', '2026-12-07', '2026-12-10', '2026-12-14'),
  );
  expect(list('FREQ=WEEKLY', '2026-12-16')).toEqual(days('2026-12-02', '2026-12-09', '2026-12-16'));
  expect(list('rrule:freq=weekly;interval=2;byday=mo;wkst=su', '2026-12-31', '2026-12-07')).toEqual(
    days('2026-12-07', '2026-12-21'),
  );
});

test('repeats by month on a day, which months without it leave out', () => {
  expect(list('FREQ=MONTHLY;BYMONTHDAY=31', '2027-05-31')).toEqual(
    days('2026-12-31', '2027-01-31', '2027-03-31', '2027-05-31'),
  );
  expect(list('FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', null)).toEqual(
    days('2026-12-31', '2027-01-31', '2027-02-28'),
  );
  expect(list('FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', null)).toEqual(days('2026-12-25', '2027-01-29'));
});

test('ends with what comes first: COUNT, UNTIL or the last day', () => {
  expect(list('FREQ=DAILY;COUNT=2')).toEqual(days('2026-12-02', '2026-12-03'));
  expect(list('FREQ=DAILY;COUNT=9', '2026-12-03')).toEqual(days('2026-12-02', '2026-12-03'));
  expect(list('FREQ=DAILY;UNTIL=20261203', null)).toEqual(days('2026-12-02', '2026-12-03'));
  // Half past six in the evening in UTC is midnight in India.
  expect(list('FREQ=DAILY;UNTIL=20261202T183000Z', null)).toEqual(days('2026-12-02', '2026-12-03'));
  expect(list('FREQ=DAILY;UNTIL=20261202T182959Z', null)).toEqual(days('2026-12-02'));
});

test.each([
  ['', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=YEARLY', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=HOURLY', 'rule', 'repeats.rule_unsupported'],
  ['BYDAY=MO', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;BYDAY=XX', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;BYDAY=2MO', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;BYMONTHDAY=5', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=MONTHLY;BYMONTHDAY=35', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;INTERVAL=0', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;FREQ=DAILY', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=DAILY;BYDAY=MO', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=DAILY;UNTIL=20271399', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=DAILY;UNTIL=20270131T253000Z', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;BYDAY=MO,', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;BYDAY=MOTU', 'rule', 'repeats.rule_unsupported'],
  ['FREQ=WEEKLY;BYSETPOS=1', 'rule', 'repeats.rule_unsupported'],
])('refuses the rule "%s"', (rule, field, code) => {
  expect(list(rule)).toEqual(refused(field, code));
});

test('refuses what has no end, ends after a year, begins before tomorrow, has no date or too many', () => {
  expect(list('FREQ=WEEKLY', null)).toEqual(refused('until', 'repeats.end_required'));
  expect(list('FREQ=MONTHLY', '2027-12-03')).toEqual(refused('until', 'repeats.until_too_late'));
  expect(list('FREQ=MONTHLY;COUNT=14', null)).toEqual(refused('until', 'repeats.until_too_late'));
  expect(list('FREQ=WEEKLY', '2027-01-01', '2026-12-01')).toEqual(refused('startsOn', 'repeats.start_past'));
  expect(list('FREQ=WEEKLY;BYDAY=MO', '2026-12-06')).toEqual(refused('until', 'repeats.no_dates'));
  expect(list('FREQ=DAILY', '2027-01-31')).toEqual(refused('until', 'repeats.too_many'));
  expect(list('FREQ=DAILY;COUNT=999', null)).toEqual(refused('until', 'repeats.too_many'));
});

test('whatever the text, there are between one and sixty dates in order, within the year, or a refusal', () => {
  const part = fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY',
    'FREQ=MONTHLY',
    'INTERVAL=7',
    'COUNT=12',
    'BYDAY=MO,-1TU',
    'BYDAY=SA',
    'BYMONTHDAY=30,-1',
    'WKST=MO',
    'UNTIL=20270301',
  );
  const rule = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join(';')),
  );
  fc.assert(
    fc.property(rule, fc.option(fc.constantFrom('2026-12-20', '2027-06-30', '2028-01-01')), (text, until) => {
      const found = list(text, until);
      if (!found.ok) return;
      const dates = found.value;
      expect(dates.length).toBeGreaterThan(0);
      expect(dates.length).toBeLessThanOrEqual(REPEAT_DATES_MAX);
      expect(dates).toEqual([...new Set(dates)].toSorted());
      expect(dates[0]! >= TOMORROW && dates.at(-1)! <= (until ?? '2027-12-02')).toBe(true);
    }),
    { numRuns: 500 },
  );
});
