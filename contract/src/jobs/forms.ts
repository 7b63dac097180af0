import * as z from 'zod/mini';
import { isCalendarDate } from '../platform/dates.ts';
import {
  calendarDate,
  formVersion,
  idText,
  optionalText,
  pageFields,
  photoIds,
  requiredText,
  rupeeText,
  trueFalseOrKept,
} from '../platform/schemas.ts';
import {
  CATEGORY_NAME_MAX,
  JOB_MAX_PAISE,
  SKILL_MAX,
  SKILLS_MAX,
  TEXT_MAX,
  TITLE_MAX,
} from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import { BUDGET_KINDS, PAYMENT_TERMS, type Position } from './model.ts';

export const budget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), amountPaise: z.number() }),
  z.object({ kind: z.literal('range'), fromPaise: z.number(), toPaise: z.number() }),
]);

export type Budget = z.output<typeof budget>;

/** An amount in rupees, as paise; null when it is empty. */
const amount = (required: 'jobs.amount_required' | 'jobs.from_required' | 'jobs.to_required') =>
  z.pipe(
    rupeeText(
      z.refine((text) => {
        if (text === '') return true;
        const paise = parseRupees(text);
        return paise !== null && paise > 0 && paise <= JOB_MAX_PAISE;
      }, required),
    ),
    z.transform(parseRupees),
  );

export const degreesText = (max: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || (/^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= max),
      'common.position_invalid',
    ),
  );

/** A category by its id, or by its name in English or Hindi. */
export type CategoryChoice = number | string;

export const toCategoryChoice = (text: string): CategoryChoice =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : text;

export const categoryText = (required: SharedMessageId, unknown: SharedMessageId) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, required), z.maxLength(CATEGORY_NAME_MAX, unknown)),
    z.transform(toCategoryChoice),
  );

/** The fields of the Post a Job screen. */
const fields = z.object({
  title: requiredText('jobs.title_required', TITLE_MAX),
  categoryId: categoryText('jobs.category_required', 'jobs.category_unknown'),
  description: optionalText(TEXT_MAX),
  location: requiredText('jobs.location_required', 200),
  latitude: degreesText(90),
  longitude: degreesText(180),
  skills: z
    .array(requiredText('jobs.skills_required', SKILL_MAX))
    .check(z.minLength(1, 'jobs.skills_required'), z.maxLength(SKILLS_MAX, 'jobs.skills_too_many')),
  takeWorkOn: calendarDate('jobs.take_work_required'),
  budgetKind: z.enum(BUDGET_KINDS, 'jobs.budget_required'),
  amountText: amount('jobs.amount_required'),
  amountFromText: amount('jobs.from_required'),
  amountToText: amount('jobs.to_required'),
  closesOn: calendarDate('jobs.closes_required'),
  paymentTerm: z.enum(PAYMENT_TERMS, 'jobs.payment_term_required'),
  photoIds,
  /** Whether no public list shows the job. */
  unlisted: trueFalseOrKept,
});

type JobForm = z.output<typeof fields>;

/** A rule across fields. It runs together with the single-field rules, so that a screen shows all errors at once. */
const rule = (isValid: (job: JobForm) => boolean, field: keyof JobForm, message: SharedMessageId) =>
  z.refine<JobForm>(isValid, { path: [field], message, when: () => true });

const isGivenFor = (amountPaise: number | null, kind: Budget['kind'], job: { budgetKind: string }) =>
  job.budgetKind !== kind || amountPaise !== null;

/** A range that is not complete has an error already. */
const isReversed = ({ amountFromText: fromPaise, amountToText: toPaise }: JobForm) =>
  typeof fromPaise === 'number' && typeof toPaise === 'number' && toPaise < fromPaise;

const hasValidDates = (job: { takeWorkOn: string; closesOn: string }) =>
  isCalendarDate(job.takeWorkOn) && isCalendarDate(job.closesOn);

const rules = [
  rule((job) => isGivenFor(job.amountText, 'fixed', job), 'amountText', 'jobs.amount_required'),
  rule((job) => isGivenFor(job.amountFromText, 'range', job), 'amountFromText', 'jobs.from_required'),
  rule((job) => isGivenFor(job.amountToText, 'range', job), 'amountToText', 'jobs.to_required'),
  rule((job) => job.budgetKind !== 'range' || !isReversed(job), 'amountToText', 'jobs.range_reversed'),
  rule(
    (job) => !hasValidDates(job) || job.closesOn >= job.takeWorkOn,
    'closesOn',
    'jobs.closes_before_start',
  ),
  rule((job) => (job.latitude === '') === (job.longitude === ''), 'latitude', 'common.position_invalid'),
] as const;

function toBudget({ budgetKind, amountText, amountFromText, amountToText }: JobForm): Budget {
  if (budgetKind === 'fixed' && amountText !== null) return { kind: 'fixed', amountPaise: amountText };
  if (budgetKind === 'range' && amountFromText !== null && amountToText !== null)
    return { kind: 'range', fromPaise: amountFromText, toPaise: amountToText };
  throw new TypeError('the rules of the form let an incomplete budget pass');
}

const toPosition = ({ latitude, longitude }: JobForm): Position | null =>
  latitude === '' ? null : { latitude: Number(latitude), longitude: Number(longitude) };

const toJob = (form: JobForm) => ({
  title: form.title,
  categoryId: form.categoryId,
  description: form.description,
  location: form.location,
  position: toPosition(form),
  skills: form.skills,
  takeWorkOn: form.takeWorkOn,
  budget: toBudget(form),
  closesOn: form.closesOn,
  paymentTerm: form.paymentTerm,
  photoIds: form.photoIds,
  unlisted: form.unlisted,
});

export const postJob = z.pipe(fields.check(...rules), z.transform(toJob));

export type PostJobValues = z.input<typeof postJob>;

export type PostJob = z.output<typeof postJob>;

/** All fields of a job that has no quotes yet. */
export const updateJob = z.pipe(
  z.object({ jobId: idText('jobs.not_found'), version: formVersion, ...fields.shape }).check(...rules),
  z.transform((form) => ({ jobId: form.jobId, version: form.version, ...toJob(form) })),
);

export type UpdateJobValues = z.input<typeof updateJob>;

export type UpdateJob = z.output<typeof updateJob>;

export const jobId = z.object({ jobId: idText('jobs.not_found') });
export const page = z.object(pageFields);
