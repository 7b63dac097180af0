import { isCalendarDate } from '../platform/dates.ts';
import { normaliseMobile, toLatinDigits } from '../platform/identifiers.ts';
import type { SharedMessageId } from '../platform/messages.ts';

/** The first option of each list is a form's default. */
export const QUALIFICATIONS = ['tenth', 'twelfth', 'diploma', 'graduate', 'postgraduate', 'phd'] as const;
export type Qualification = (typeof QUALIFICATIONS)[number];
export const GENDERS = ['male', 'female', 'transgender', 'unsaid'] as const;
export type Gender = (typeof GENDERS)[number];
export const RATE_TYPES = ['hourly', 'day', 'weekly', 'fixed'] as const;
export type RateType = (typeof RATE_TYPES)[number];
/** How far somebody would travel for a job. */
export const RADII = ['local', 'city', 'district', 'state', 'country', 'anywhere'] as const;
export type Radius = (typeof RADII)[number];
export const REFERENCE_KINDS = ['professional', 'personal'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export const AGE_MIN = 18;
export const AGE_MAX = 100;
export const COMPANIES_MAX = 10;
export const CATEGORIES_MAX = 10;
export const REFERENCES_MAX = 2;
/** Per kind; fewer are accepted. */
export const REFERENCES_ADVISED = 2;
export const CERTIFICATES_MAX = 10;
export const ABOUT_MAX = 2_000;

/** Where somebody has worked. Dates are calendar days, years may have one decimal. */
export interface Experience {
  years: number;
  company: string;
  from: string;
  to: string;
}

export interface Reference {
  name: string;
  /** E.164. */
  mobile: string;
  profession: string;
  username: string;
}

/** Ready for projects from a date, or not ready. */
export type Readiness = { ready: true; from: string } | { ready: false };

export const sumYears = (experience: readonly Pick<Experience, 'years'>[]): number =>
  Math.round(10 * experience.reduce((sum, row) => sum + row.years, 0)) / 10;

/** A row of the experience form, as it was typed. */
export interface ExperienceRow {
  years: string;
  company: string;
  from: string;
  to: string;
}
export const EMPTY_EXPERIENCE: ExperienceRow = { years: '', company: '', from: '', to: '' };

type Problem<F extends string> = { row: number; field: F; code: SharedMessageId };

const YEARS = /^\d{1,2}(?:\.\d)?$/;

/** The number in "2", "2.5" or "२.५"; null for other text. */
export function parseYears(text: string): number | null {
  const plain = toLatinDigits(text.trim());
  return YEARS.test(plain) ? Number(plain) : null;
}

/** The problems of the rows in reading order, at most one per field. The server and the screens both use it. */
export function listExperienceProblems(
  rows: readonly ExperienceRow[],
  /** The date in India, if it is known: no date of work may be later. */
  today: string | null,
): Problem<keyof ExperienceRow>[] {
  const isInFuture = (date: string) => today !== null && isCalendarDate(date) && date > today;
  return rows.flatMap((row, index) => {
    const reportIf = (wrong: boolean, field: keyof ExperienceRow, code: SharedMessageId) =>
      wrong ? [{ row: index, field, code }] : [];
    const { years, company, from, to } = row;
    return [
      ...reportIf(
        parseYears(years) === null,
        'years',
        years.trim() === '' ? 'profile.years_required' : 'profile.years_invalid',
      ),
      ...reportIf(company.trim() === '', 'company', 'profile.company_required'),
      ...(isCalendarDate(from)
        ? reportIf(isInFuture(from), 'from', 'profile.date_in_future')
        : reportIf(true, 'from', 'profile.from_required')),
      ...(isCalendarDate(to)
        ? reportIf(
            isInFuture(to) || to < from,
            'to',
            isInFuture(to) ? 'profile.date_in_future' : 'profile.to_before_from',
          )
        : reportIf(true, 'to', 'profile.to_required')),
    ];
  });
}

/** Whether the row is complete, so that another one can be added. */
export const isCompleteExperience = (row: ExperienceRow): boolean =>
  Object.values(row).every((text: string) => text.trim() !== '');

/** A row of the references form, as it was typed. */
export type ReferenceRow = Reference;
export const EMPTY_REFERENCE: ReferenceRow = { name: '', mobile: '', profession: '', username: '' };

export const isEmptyReference = (row: ReferenceRow): boolean =>
  Object.values(row).every((text: string) => text.trim() === '');

/** The problems of the rows. Empty rows are ignored. */
export function listReferenceProblems(rows: readonly ReferenceRow[]): Problem<'name' | 'mobile'>[] {
  return rows.flatMap((row, index) => {
    if (isEmptyReference(row)) return [];
    const problems: Problem<'name' | 'mobile'>[] = [];
    if (row.name.trim() === '')
      problems.push({ row: index, field: 'name', code: 'profile.reference_name_required' });
    if (normaliseMobile(toLatinDigits(row.mobile)) === null)
      problems.push({ row: index, field: 'mobile', code: 'profile.reference_mobile_required' });
    return problems;
  });
}

/** "shaikhwoodwork.example" → "https://shaikhwoodwork.example"; null when a browser could not open it as a page. */
export function parseWebLink(text: string): string | null {
  const address = text.trim();
  if (address === '') return '';
  if (/\s/.test(address)) return null;
  const absolute =
    /^[a-z][a-z\d+.-]*:/i.test(address) && !/^[^/]*\.[^/]*:\d/.test(address) ? address : `https://${address}`;
  let url: URL;
  try {
    url = new URL(absolute);
  } catch {
    return null;
  }
  const isPage = url.protocol === 'https:' || url.protocol === 'http:';
  const hasName = /^[^.]+(?:\.[^.]+)+$/.test(url.hostname);
  return isPage && hasName && url.username === '' && url.password === '' ? url.href : null;
}
