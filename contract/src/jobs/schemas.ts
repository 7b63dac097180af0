import * as z from 'zod/mini';
import { isCalendarDate } from '../platform/dates.ts';
import {
  ability,
  calendarDate,
  fileLink,
  idText,
  knownText,
  maybeText,
  optionalText,
  pageFields,
  photo,
  photoIds,
  requiredText,
  rupeeText,
  trueFalseOrKept,
} from '../platform/schemas.ts';
import {
  CATEGORY_NAME_MAX,
  JOB_MAX_PAISE,
  SEARCH_MAX,
  SKILL_MAX,
  SKILLS_MAX,
  TEXT_MAX,
  TITLE_MAX,
} from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { JobState } from './lifecycle.ts';
import {
  BUDGET_KINDS,
  CLOSES_WITHIN_MAX_DAYS,
  PAYMENT_TERMS,
  RADIUS_MAX_KM,
  RELEASED_BANDS,
  SEARCH_SORTS,
  type Position,
} from './model.ts';

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

const degreesText = (max: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || (/^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= max),
      'common.position_invalid',
    ),
  );

/** A category by its id, or by its name in English or Hindi. */
export type CategoryChoice = number | string;

const toCategoryChoice = (text: string): CategoryChoice =>
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
    .array(
      z
        .string()
        .check(z.trim(), z.minLength(1, 'jobs.skills_required'), z.maxLength(SKILL_MAX, 'common.too_long')),
    )
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
  z.object({ jobId: idText('jobs.not_found'), ...fields.shape }).check(...rules),
  z.transform((form) => ({ jobId: form.jobId, ...toJob(form) })),
);
export type UpdateJobValues = z.input<typeof updateJob>;
export type UpdateJob = z.output<typeof updateJob>;

/** An amount in rupees that may be omitted, as paise; null when it is empty. */
const maybeAmount = (wrong: SharedMessageId) =>
  z.pipe(
    z.optional(
      rupeeText(z.refine((text) => text === '' || (parseRupees(text) ?? Infinity) <= JOB_MAX_PAISE, wrong)),
    ),
    z.transform((text) => (text === undefined || text === '' ? null : parseRupees(text))),
  );

/** A number that may be omitted; null when it is empty. */
const toNumber = z.transform((text: string | undefined) => (text ? Number(text) : null));

const maybeDegrees = (max: number) => z.pipe(z.optional(degreesText(max)), toNumber);

const maybeNumber = (pattern: RegExp, isInRange: (value: number) => boolean, wrong: SharedMessageId) =>
  z.pipe(
    z.optional(
      z.string().check(
        z.trim(),
        z.refine((text) => text === '' || (pattern.test(text) && isInRange(Number(text))), wrong),
      ),
    ),
    toNumber,
  );

const maybeRadius = maybeNumber(
  /^\d{1,3}(\.\d{1,3})?$/,
  (km) => km > 0 && km <= RADIUS_MAX_KM,
  'jobs.radius_invalid',
);

const maybeDays = maybeNumber(
  /^\d{1,3}$/,
  (days) => days <= CLOSES_WITHIN_MAX_DAYS,
  'jobs.closes_within_invalid',
);

/** What jobs to look for. All filters combine. */
export const filterFields = {
  /** Words in the title, the skills, the category and the description, in any script and spelling. */
  search: maybeText(SEARCH_MAX),
  location: optionalText(200),
  /** Empty, which is null, for all. */
  categoryId: z.pipe(
    z.string().check(z.trim(), z.maxLength(CATEGORY_NAME_MAX, 'jobs.category_unknown')),
    z.transform((text: string) => (text === '' ? null : toCategoryChoice(text))),
  ),
  /** The position that distances are measured from. Without it, they are measured from the location. */
  latitude: maybeDegrees(90),
  longitude: maybeDegrees(180),
  /** Only jobs within this distance. Without a position, the location is the centre and not a filter of its own. */
  radiusKm: maybeRadius,
  /** A job matches when its budget and this range have an amount in common. */
  budgetFromText: maybeAmount('jobs.from_required'),
  budgetToText: maybeAmount('jobs.to_required'),
  /** Only jobs that close today or in this many days. */
  closesWithinDays: maybeDays,
};
const filterForm = z.object(filterFields);
export type FilterForm = z.output<typeof filterForm>;

const addFilterRule = (
  isValid: (form: FilterForm) => boolean,
  field: keyof FilterForm,
  message: SharedMessageId,
) => z.refine<FilterForm>(isValid, { path: [field], message });

const hasOrigin = ({ latitude, location }: Pick<FilterForm, 'latitude' | 'location'>) =>
  latitude !== null || location !== '';

export const filterRules = [
  addFilterRule(
    (form) => (form.latitude === null) === (form.longitude === null),
    'latitude',
    'common.position_invalid',
  ),
  addFilterRule((form) => form.radiusKm === null || hasOrigin(form), 'latitude', 'jobs.position_required'),
  addFilterRule(
    ({ budgetFromText: fromPaise, budgetToText: toPaise }) =>
      fromPaise === null || toPaise === null || toPaise >= fromPaise,
    'budgetToText',
    'jobs.range_reversed',
  ),
] as const;

/** The filter as a command has it. */
export const toFilter = <Form extends FilterForm>({
  latitude,
  longitude,
  budgetFromText,
  budgetToText,
  ...form
}: Form) => ({
  ...form,
  position: latitude === null || longitude === null ? null : { latitude, longitude },
  budgetFromPaise: budgetFromText,
  budgetToPaise: budgetToText,
});

const exploreFields = z.object({
  ...pageFields,
  sort: z.enum(SEARCH_SORTS, 'jobs.sort_unknown'),
  ...filterFields,
});
type ExploreForm = z.output<typeof exploreFields>;

/** What jobs to list, and in which order. */
export const exploreJobs = z.pipe(
  exploreFields.check(
    ...filterRules,
    z.refine<ExploreForm>((form) => form.sort !== 'nearest' || hasOrigin(form), {
      path: ['latitude'],
      message: 'jobs.position_required',
    }),
  ),
  z.transform((form: ExploreForm) => toFilter(form)),
);
export type ExploreJobs = z.output<typeof exploreJobs>;

export const job = z.object({
  id: z.number(),
  /** "4836"; shown as "Job 4836". */
  number: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  categoryId: z.number(),
  skills: z.array(z.string()),
  takeWorkOn: z.string(),
  closesOn: z.string(),
  paymentTerm: z.enum(PAYMENT_TERMS),
  budget,
  postedAt: z.string(),
  quotesReceived: z.number(),
  verified: z.boolean(),
  attachment: z.nullable(fileLink),
  photoCount: z.number(),
  /** The thumbnail of its first photo. */
  coverUrl: z.nullable(z.string()),
  state: knownText<JobState>(),
  posterId: z.number(),
  /** The caller's own active quote on this job. */
  myQuoteId: z.nullable(z.number()),
  /** The caller has saved it for later. */
  saved: z.boolean(),
  abilities: z.object({ quote: ability }),
});
export type Job = z.output<typeof job>;

/** A job in a list that was asked for with a position or a place. */
export const foundJob = z.extend(job, {
  /** To one decimal; omitted when no distance is known. */
  distanceKm: z.optional(z.number()),
});
export type FoundJob = z.output<typeof foundJob>;

/**
 * A page of open jobs. The items are the same for every reader, as somebody sees them who has neither quoted on nor saved
 * them; `own` has the fields of those jobs that this reader sees otherwise. `mergeOwnFields` combines the two.
 */
export const jobPage = z.object({
  items: z.array(foundJob),
  nextCursor: z.nullable(z.string()),
  /**
   * How many jobs match, up to `JOBS_COUNTED_MAX`; one more stands for "more than that". Null where it is not counted: on
   * later pages, and in the list without a filter.
   */
  total: z.nullable(z.number()),
  own: z.array(z.pick(job, { id: true, myQuoteId: true, saved: true, abilities: true })),
});
export type JobPage = z.output<typeof jobPage>;
export type OwnJobFields = JobPage['own'][number];

/** What a poster has done here, counted from events. The poster cannot edit it. */
export const posterRecord = z.object({
  /** First name and initial: "Rohan J." */
  name: z.string(),
  verified: z.boolean(),
  /** A month: "2025-03". */
  memberSince: z.string(),
  /** One decimal; null when nobody has rated yet. */
  rating: z.nullable(z.number()),
  ratings: z.number(),
  jobsPosted: z.number(),
  jobsAwarded: z.number(),
  moneyReleased: z.enum(RELEASED_BANDS),
  /** The median from a quote to its answer; null when there are too few. */
  answerMinutes: z.nullable(z.number()),
  /** The median from a worker's request to the release; null when there are too few. */
  releaseMinutes: z.nullable(z.number()),
});
export type PosterRecord = z.output<typeof posterRecord>;

/** A job by itself. */
export const jobDetail = z.extend(job, {
  photos: z.array(photo),
  poster: posterRecord,
  /** On no public list; its link still opens it. */
  unlisted: z.boolean(),
});
export type JobDetail = z.output<typeof jobDetail>;

export const jobId = z.object({ jobId: idText('jobs.not_found') });
export const page = z.object(pageFields);

export const category = z.object({ id: z.number(), name: z.string(), nameHi: z.string() });
export type Category = z.output<typeof category>;
export const listedCategory = z.extend(category, {
  /** What its jobs are, whatever it is called; null for one that an admin has added. */
  trade: z.nullable(z.string()),
  /** The user works in it. */
  own: z.boolean(),
});
export type ListedCategory = z.output<typeof listedCategory>;
export const listedCategories = z.array(listedCategory);
