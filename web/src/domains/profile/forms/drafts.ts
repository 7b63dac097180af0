import {
  EMPTY_EXPERIENCE,
  EMPTY_REFERENCE,
  listExperienceProblems,
  GENDERS,
  isEmptyReference,
  QUALIFICATIONS,
  RADII,
  RATE_TYPES,
  REFERENCE_KINDS,
  listReferenceProblems,
  type ExperienceRow,
  type Gender,
  type Qualification,
  type Radius,
  type RateType,
  type ReferenceKind,
  type ReferenceRow,
} from '@fws/contract/profile/model';
import type { Profile, UpdateProfileValues } from '@fws/contract/profile/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { translate } from '../../../platform/i18n/index.ts';
import type { FieldProblem } from '../../../ui/index.ts';
import { formatMobile } from '../labels.ts';

/** Error messages by the path of the field: "rows.0.company". */
export type FieldMessages = Record<string, string>;

/** Nests the messages as the form library expects them. */
export function nestErrors(messages: FieldMessages): object {
  const errors: Record<string, unknown> = {};
  for (const [path, message] of Object.entries(messages)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let parent = errors;
    for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
    parent[last] = { type: 'contract', message };
  }
  return errors;
}

/** The reverse: flattens nested errors. Field ids are their paths joined by dashes. */
export function listProblems(errors: object, path: readonly string[] = []): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, error]): FieldProblem[] => {
    if (typeof error !== 'object' || error === null || key === 'root' || key === 'ref') return [];
    const fieldPath = [...path, key];
    const { message } = error as { message?: unknown };
    return typeof message === 'string' && message !== ''
      ? [{ id: fieldPath.join('-'), text: message }]
      : listProblems(error as object, fieldPath);
  });
}

export interface BasicsDraft {
  qualification: Qualification;
  age: string;
  gender: Gender;
  nativeLocation: string;
  location: string;
  webLink: string;
  skills: string[];
  categoryIds: string[];
}

export const toBasicsDraft = (profile: Profile): BasicsDraft => ({
  qualification: profile.qualification ?? QUALIFICATIONS[0],
  age: profile.age === null ? '' : String(profile.age),
  gender: profile.gender ?? GENDERS[0],
  nativeLocation: profile.nativeLocation,
  location: profile.location,
  webLink: profile.webLink,
  skills: profile.skills,
  categoryIds: profile.categories.map((category) => String(category.id)),
});

export interface ExperienceDraft {
  rows: ExperienceRow[];
  inexperienced: boolean;
  ready: 'yes' | 'no';
  readyFrom: string;
  rate: string;
  rateType: RateType;
  about: string;
  additionalCondition: string;
}

export const toExperienceDraft = (profile: Profile): ExperienceDraft => ({
  rows:
    profile.experience.length === 0
      ? [EMPTY_EXPERIENCE]
      : profile.experience.map((row) => ({ ...row, years: String(row.years) })),
  inexperienced: profile.inexperienced,
  ready: profile.readiness?.ready === false ? 'no' : 'yes',
  readyFrom: profile.readiness?.ready ? profile.readiness.from : '',
  rate: profile.ratePaise === null ? '' : toRupees(profile.ratePaise),
  rateType: profile.rateType ?? RATE_TYPES[0],
  about: profile.about,
  additionalCondition: profile.additionalCondition,
});

export function toExperienceValues(draft: ExperienceDraft): UpdateProfileValues {
  const rows = draft.inexperienced ? [] : draft.rows;
  return {
    years: draft.inexperienced ? ['0'] : rows.map((row) => row.years),
    companies: rows.map((row) => row.company),
    from: rows.map((row) => row.from),
    to: rows.map((row) => row.to),
    ready: draft.ready === 'no' ? 'no' : draft.readyFrom,
    rate: draft.rate,
    rateType: draft.rateType,
    about: draft.about,
    additionalCondition: draft.additionalCondition,
  };
}

/** Errors by row. The server checks the same with its own clock. */
export function validateExperience(draft: Pick<ExperienceDraft, 'rows' | 'inexperienced'>, today: string) {
  if (draft.inexperienced) return {};
  const problems = listExperienceProblems(draft.rows, today);
  return Object.fromEntries(
    problems.map(({ row, field, code }) => [`rows.${row}.${field}`, translate(code)]),
  );
}

export const findExperienceField = (field: string): string | null => {
  if (['years', 'companies', 'from', 'to'].includes(field)) return null;
  return field === 'ready' ? 'readyFrom' : field;
};

export type ReferencesDraft = { radius: Radius } & Record<ReferenceKind, ReferenceRow[]>;

export const toReferencesDraft = (profile: Profile): ReferencesDraft => {
  const toRows = (kind: ReferenceKind): ReferenceRow[] =>
    profile.references[kind].length === 0
      ? [EMPTY_REFERENCE]
      : profile.references[kind].map((row) => ({ ...row, mobile: formatMobile(row.mobile) }));
  return {
    radius: profile.radius ?? RADII[0],
    professional: toRows('professional'),
    personal: toRows('personal'),
  };
};

export function toReferencesValues({ radius, professional, personal }: ReferencesDraft): UpdateProfileValues {
  const getColumn = (rows: readonly ReferenceRow[], field: keyof ReferenceRow) =>
    rows.filter((row) => !isEmptyReference(row)).map((row) => row[field]);
  return {
    radius,
    professionalNames: getColumn(professional, 'name'),
    professionalMobiles: getColumn(professional, 'mobile'),
    professionalProfessions: getColumn(professional, 'profession'),
    professionalUsernames: getColumn(professional, 'username'),
    personalNames: getColumn(personal, 'name'),
    personalMobiles: getColumn(personal, 'mobile'),
    personalProfessions: getColumn(personal, 'profession'),
    personalUsernames: getColumn(personal, 'username'),
  };
}

export function validateReferences(draft: ReferencesDraft): FieldMessages {
  const problems = REFERENCE_KINDS.flatMap((kind) =>
    listReferenceProblems(draft[kind]).map(({ row, field, code }) => [
      `${kind}.${row}.${field}`,
      translate(code),
    ]),
  );
  return Object.fromEntries(problems) as FieldMessages;
}

export const findReferencesField = (field: string): string | null => (field === 'radius' ? field : null);
