import * as z from 'zod/mini';
import { maybeText, optionalText, pageFields, rupeeText } from '../platform/schemas.ts';
import { CATEGORY_NAME_MAX, JOB_MAX_PAISE, SEARCH_MAX } from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import { CLOSES_WITHIN_MAX_DAYS, RADIUS_MAX_KM, SEARCH_SORTS } from './model.ts';
import { degreesText, toCategoryChoice } from './forms.ts';

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
