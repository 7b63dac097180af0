import { WEEKDAYS, type Weekday } from '@fws/contract/profile/availability/model';

/** Days that follow each other, by their first and last one. Two days stay two. */
export function findDayRanges(days: readonly Weekday[]): [first: Weekday, last: Weekday][] {
  const ranges: Weekday[][] = [];
  for (const day of WEEKDAYS.filter((weekday) => days.includes(weekday))) {
    const range = ranges.at(-1);
    const previous = WEEKDAYS[WEEKDAYS.indexOf(day) - 1];
    if (range && range.at(-1) === previous) range.push(day);
    else ranges.push([day]);
  }
  return ranges.flatMap((range): [Weekday, Weekday][] => {
    const [first] = range;
    const last = range.at(-1);
    if (!first || !last) return [];
    return range.length > 2 ? [[first, last]] : range.map((day) => [day, day]);
  });
}
