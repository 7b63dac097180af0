import * as z from 'zod/mini';
import { normaliseMobile } from '../platform/identifiers.ts';
import { optionalText } from '../platform/schemas.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import {
  COMPANIES_MAX,
  isEmptyReference,
  listExperienceProblems,
  listReferenceProblems,
  parseYears,
  REFERENCES_MAX,
  type Experience,
  type ExperienceRow,
  type Reference,
  type ReferenceKind,
} from './model.ts';

// The profile's tables arrive as lists, one for each column. Lists that belong together must be sent together.

const optionalTexts = (max: number) => z.optional(z.array(optionalText(max)));

export const rowLists = {
  years: optionalTexts(10),
  companies: optionalTexts(120),
  from: optionalTexts(10),
  to: optionalTexts(10),
  professionalNames: optionalTexts(120),
  professionalMobiles: optionalTexts(20),
  professionalProfessions: optionalTexts(120),
  professionalUsernames: optionalTexts(60),
  personalNames: optionalTexts(120),
  personalMobiles: optionalTexts(20),
  personalProfessions: optionalTexts(120),
  personalUsernames: optionalTexts(60),
};
type RowLists = z.output<z.ZodMiniObject<typeof rowLists>>;

const getExperienceLists = (form: RowLists) => [form.years, form.companies, form.from, form.to];
const hasAnyList = (lists: readonly (readonly string[] | undefined)[]) =>
  lists.some((list) => list !== undefined);

/** A user who has not worked yet sends "0" years and no company. */
const isInexperienced = (form: RowLists): boolean =>
  form.years?.length === 1 &&
  parseYears(form.years[0] ?? '') === 0 &&
  [form.companies, form.from, form.to].every((list) => (list ?? []).every((text) => text === ''));

/** The rows of the lists, at least one: an empty form is one empty row. */
function toExperienceRows(form: RowLists): ExperienceRow[] {
  const rows = Math.max(1, ...getExperienceLists(form).map((list) => list?.length ?? 0));
  return Array.from({ length: rows }, (_, row) => ({
    years: form.years?.[row] ?? '',
    company: form.companies?.[row] ?? '',
    from: form.from?.[row] ?? '',
    to: form.to?.[row] ?? '',
  }));
}

const REFERENCE_LISTS = {
  professional: {
    name: 'professionalNames',
    mobile: 'professionalMobiles',
    profession: 'professionalProfessions',
    username: 'professionalUsernames',
  },
  personal: {
    name: 'personalNames',
    mobile: 'personalMobiles',
    profession: 'personalProfessions',
    username: 'personalUsernames',
  },
} as const satisfies Record<ReferenceKind, Record<keyof Reference, keyof RowLists>>;

const getReferenceLists = (form: RowLists, kind: ReferenceKind) =>
  Object.values(REFERENCE_LISTS[kind]).map((name) => form[name]);

/** As many rows as the longest list has. Professions and usernames may be omitted. */
function toReferenceRows(form: RowLists, kind: ReferenceKind): Reference[] {
  const names = REFERENCE_LISTS[kind];
  const rows = Math.max(0, ...getReferenceLists(form, kind).map((list) => list?.length ?? 0));
  return Array.from({ length: rows }, (_, row) => ({
    name: form[names.name]?.[row] ?? '',
    mobile: form[names.mobile]?.[row] ?? '',
    profession: form[names.profession]?.[row] ?? '',
    username: form[names.username]?.[row] ?? '',
  }));
}

type CheckContext = Parameters<z.core.CheckFn<RowLists>>[0];
const addIssue = (context: CheckContext, field: keyof RowLists, message: SharedMessageId, maximum?: number) =>
  context.issues.push({
    code: 'custom',
    input: context.value[field],
    path: [field],
    message,
    ...(maximum === undefined ? {} : { maximum }),
  });

/** A comma inside a name splits it in two. The lists then differ in length and are rejected: nothing is guessed. */
function checkExperience(context: CheckContext): void {
  const form = context.value;
  if (!hasAnyList(getExperienceLists(form)) || isInexperienced(form)) return;
  const lengths = getExperienceLists(form).flatMap((list) => (list?.length ? [list.length] : []));
  if (new Set(lengths).size > 1) {
    addIssue(context, 'companies', 'profile.rows_differ');
    return;
  }
  const rows = toExperienceRows(form);
  if (rows.length > COMPANIES_MAX) {
    addIssue(context, 'companies', 'profile.companies_too_many', COMPANIES_MAX);
    return;
  }
  for (const { field, code } of listExperienceProblems(rows, null))
    addIssue(context, field === 'company' ? 'companies' : field, code);
}

function checkReferences(context: CheckContext, kind: ReferenceKind): void {
  const form = context.value;
  if (!hasAnyList(getReferenceLists(form, kind))) return;
  const names = REFERENCE_LISTS[kind];
  const rows = toReferenceRows(form, kind);
  const expectedRows = Math.max(form[names.name]?.length ?? 0, form[names.mobile]?.length ?? 0);
  if (rows.length > expectedRows) addIssue(context, names.name, 'profile.reference_rows_differ');
  else if (rows.length > REFERENCES_MAX) addIssue(context, names.name, 'profile.references_too_many');
  else for (const { field, code } of listReferenceProblems(rows)) addIssue(context, names[field], code);
}

/** Runs together with the single-field rules, so that a screen shows all errors at once. */
export const rowsAreWhole = z.check<RowLists>(
  (context) => {
    checkExperience(context);
    checkReferences(context, 'professional');
    checkReferences(context, 'personal');
  },
  { when: () => true },
);

/** Undefined where the form has no such rows. */
export function toExperience(form: RowLists): Experience[] | undefined {
  if (!hasAnyList(getExperienceLists(form))) return undefined;
  if (isInexperienced(form)) return [];
  return toExperienceRows(form).map((row) => ({ ...row, years: parseYears(row.years) ?? 0 }));
}

export const toInexperienced = (form: RowLists): boolean | undefined =>
  hasAnyList(getExperienceLists(form)) ? isInexperienced(form) : undefined;

/** Undefined where the form has no such rows. */
export function toReferences(form: RowLists, kind: ReferenceKind): Reference[] | undefined {
  if (!hasAnyList(getReferenceLists(form, kind))) return undefined;
  return toReferenceRows(form, kind)
    .filter((row) => !isEmptyReference(row))
    .map((row) => ({ ...row, mobile: normaliseMobile(row.mobile) ?? row.mobile }));
}
