import { isCalendarDate } from '@fws/contract/platform/dates';
import { toLatinDigits } from '@fws/contract/platform/identifiers';

const ENGLISH_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Two digits are a year of this century up to here, and of the last one above. */
const LAST_SHORT_YEAR = 69;

/**
 * Reads a date as people write it: "28 Nov 2026", "28 नवंबर 2026", "28/11/26", "2026-11-28". The day comes first, except
 * in the last. `months` are the short names in the reader's language. Returns null if it is no date.
 */
export function parseTypedDate(typed: string, months: readonly string[]): string | null {
  const text = toLatinDigits(typed).trim();
  if (isCalendarDate(text)) return text;
  const [dayText, monthText, yearText, ...more] = text.split(/[\s/.,॰-]+/).filter((part) => part !== '');
  if (dayText === undefined || monthText === undefined || yearText === undefined || more.length > 0)
    return null;
  const year = readYear(yearText);
  const month = readMonth(monthText, months);
  if (year === null || month === null || !/^\d{1,2}$/.test(dayText)) return null;
  const date = [year, pad(month), pad(Number(dayText))].join('-');
  return isCalendarDate(date) ? date : null;
}

const pad = (part: number): string => String(part).padStart(2, '0');

function readYear(text: string): number | null {
  if (/^\d{4}$/.test(text)) return Number(text);
  if (!/^\d{2}$/.test(text)) return null;
  const year = Number(text);
  return year <= LAST_SHORT_YEAR ? 2000 + year : 1900 + year;
}

/** The number of a month, or the beginning of its name. */
function readMonth(text: string, months: readonly string[]): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const name = simplify(text);
  const find = (names: readonly string[]) => names.findIndex((short) => name.startsWith(simplify(short))) + 1;
  return find(ENGLISH_MONTHS) || find(months) || null;
}

/** Without capitals, the mark of abbreviations, and the dot under Devanagari letters, which many leave out. */
const simplify = (name: string): string =>
  name.toLowerCase().normalize('NFD').replaceAll('\u093C', '').replaceAll('॰', '');
