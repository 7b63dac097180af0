import ICAL from 'ical.js';
import { REPEAT_DATES_MAX, REPEAT_DAYS_MAX } from '@fws/contract/repeats/model';
import { addDays, isCalendarDate, toIstDate } from '@fws/contract/platform/dates';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';

// Dates are days in India, so that no rule needs a time or a time zone.

/** What a rule may say, with the form of each part. Anything else of RFC 5545 is refused. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY)$/,
  INTERVAL: /^[1-9]\d?$/,
  COUNT: /^[1-9]\d{0,2}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  BYDAY: /^(?:(?:-1|[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?!$)|$))+$/,
  BYMONTHDAY: /^(?:(?:-1|[1-9]|[12]\d|3[01])(?:,(?!$)|$))+$/,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
};

type RuleParts = ReadonlyMap<string, string>;

function parseRule(rule: string): RuleParts | null {
  const pairs = rule
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, at), part.slice(at + 1)];
    });
  const parts = new Map(pairs);
  const areKnown = pairs.every(([name, value]) => PARTS[name]?.test(value) === true);
  const frequency = parts.get('FREQ');
  if (!areKnown || parts.size !== pairs.length || frequency === undefined) return null;
  const [days, monthDays] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')];
  const isAllowed = {
    DAILY: days === undefined && monthDays === undefined,
    // "The second Monday" is of a month.
    WEEKLY: !/\d/.test(days ?? '') && monthDays === undefined,
    // A Friday that is the 13th: libraries disagree, and may look for it without an end.
    MONTHLY: days === undefined || monthDays === undefined,
  }[frequency as 'DAILY' | 'WEEKLY' | 'MONTHLY'];
  const until = parts.get('UNTIL');
  if (!isAllowed || (until !== undefined && !isCalendarDate(readDay(until)))) return null;
  return parts;
}

/**
 * The dates of a rule from `startsOn` to `until`. At most one year and sixty dates. The fields of refusals are those of
 * `repeat_job`. `tomorrow`: the first possible date.
 */
export function listDates(
  { rule, startsOn, until }: { rule: string; startsOn: string | null; until: string | null },
  tomorrow: string,
): Outcome<string[]> {
  const parts = parseRule(rule);
  if (!parts) return refuseField('rule', 'repeats.rule_unsupported');
  const first = startsOn ?? tomorrow;
  if (first < tomorrow) return refuseField('startsOn', 'repeats.start_past');
  if (until === null && !parts.has('COUNT') && !parts.has('UNTIL'))
    return refuseField('until', 'repeats.end_required');
  const latest = addDays(tomorrow, REPEAT_DAYS_MAX - 1);
  if (first > latest || (until !== null && until > latest))
    return refuseField(first > latest ? 'startsOn' : 'until', 'repeats.until_too_late');
  const days = expand(parts, first, until ?? latest);
  if (days === null) return refuseField('rule', 'repeats.rule_unsupported');
  if (until === null && reachesPast(parts, days.length, latest))
    return refuseField('until', 'repeats.until_too_late');
  if (days.length === 0) return refuseField('until', 'repeats.no_dates');
  return days.length > REPEAT_DATES_MAX
    ? refuseField('until', 'repeats.too_many', { max: REPEAT_DATES_MAX })
    : done(days);
}

/** Whether the rule itself ends after `latest`, up to which it has so many dates. */
function reachesPast(parts: RuleParts, count: number, latest: string): boolean {
  const [ruleCount, ruleUntil] = [parts.get('COUNT'), parts.get('UNTIL')];
  if (ruleUntil !== undefined) return readDay(ruleUntil) > latest;
  return ruleCount !== undefined && count < Math.min(Number(ruleCount), REPEAT_DATES_MAX + 1);
}

/** The dates up to `until`, at most one more than are allowed. Null: the library knows no such rule. */
function expand(parts: RuleParts, first: string, until: string): string[] | null {
  const ruleUntil = parts.get('UNTIL');
  const isEarlier = ruleUntil !== undefined && readDay(ruleUntil) < until;
  const last = (isEarlier ? readDay(ruleUntil) : until).replaceAll('-', '');
  const text = [...parts]
    .filter(([name]) => name !== 'COUNT' && name !== 'UNTIL')
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
  const count = Math.min(Number(parts.get('COUNT') ?? Infinity), REPEAT_DATES_MAX + 1);
  const days: string[] = [];
  try {
    // Always with an end, because the library would look for the first of no dates for ever.
    const iterator = ICAL.Recur.fromString(`${text};UNTIL=${last}`).iterator(ICAL.Time.fromDateString(first));
    for (let time = iterator.next(); time && days.length < count; time = iterator.next())
      days.push(time.toString().slice(0, 'yyyy-mm-dd'.length));
  } catch {
    return null;
  }
  return days;
}

/** The day in India of an UNTIL. Calendars write its time in UTC: "20270131T183000Z". */
function readDay(value: string): string {
  const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`;
  if (!value.endsWith('Z')) return day;
  const time = new Date(`${day}T${value.slice(9, 11)}:${value.slice(11, 13)}:${value.slice(13, 15)}Z`);
  return Number.isNaN(time.getTime()) ? '' : toIstDate(time);
}
