import * as z from 'zod/mini';
import { isCalendarDate } from '../platform/dates.ts';
import { calendarDate, idText, optionalText, requiredText } from '../platform/form.ts';
import { JOB_MAX_PAISE, SKILL_MAX, SKILLS_MAX, TEXT_MAX, TITLE_MAX } from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { Ability } from '../platform/process.ts';
import type { FileLink } from '../platform/wire.ts';
import type { JobState } from './process.ts';

export const BUDGET_KINDS = ['fixed', 'range'] as const;
/** How a job or a quote is paid: the standard split, parts the worker names, or once at the end. */
export const PAYMENT_TERMS = ['terms', 'milestone', 'completion'] as const;
export type PaymentTerm = (typeof PAYMENT_TERMS)[number];
export const JOB_SORTS = ['latest', 'oldest', 'closing_soon'] as const;
export type JobSort = (typeof JOB_SORTS)[number];
/** The list shows this many before "View all Jobs". */
export const JOBS_FIRST = 3;
/** And this many more at a time after it. */
export const JOBS_MORE = 20;

export type Budget =
  | { kind: 'fixed'; amountPaise: number }
  | { kind: 'range'; fromPaise: number; toPaise: number };

export interface Category {
  id: number;
  name: string;
  nameHi: string;
}

export interface Job {
  id: number;
  /** "4836"; shown as "Job 4836". */
  number: string;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  categoryId: number;
  skills: string[];
  takeWorkOn: string;
  closesOn: string;
  paymentTerm: PaymentTerm;
  budget: Budget;
  postedAt: string;
  quotesReceived: number;
  verified: boolean;
  attachment: FileLink | null;
  state: JobState;
  posterId: number;
  /** The caller's own live quote on this job. */
  myQuoteId: number | null;
  abilities: { quote: Ability };
}

const rupees = (required: 'jobs.amount_required' | 'jobs.from_required' | 'jobs.to_required') =>
  z.string().check(
    z.trim(),
    z.refine((text) => {
      if (text === '') return true;
      const paise = parseRupees(text);
      return paise !== null && paise > 0 && paise <= JOB_MAX_PAISE;
    }, required),
  );

const degrees = (most: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || (/^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= most),
      'common.position_invalid',
    ),
  );

/** What the Post a Job screen holds. */
const fields = z.object({
  title: requiredText('jobs.title_required', TITLE_MAX),
  categoryId: idText('jobs.category_required'),
  description: optionalText(TEXT_MAX),
  location: requiredText('jobs.location_required', 200),
  latitude: degrees(90),
  longitude: degrees(180),
  skills: z
    .array(
      z
        .string()
        .check(z.trim(), z.minLength(1, 'jobs.skills_required'), z.maxLength(SKILL_MAX, 'common.too_long')),
    )
    .check(z.minLength(1, 'jobs.skills_required'), z.maxLength(SKILLS_MAX, 'jobs.skills_too_many')),
  takeWorkOn: calendarDate('jobs.take_work_required'),
  budgetKind: z.enum(BUDGET_KINDS, 'jobs.budget_required'),
  amount: rupees('jobs.amount_required'),
  amountFrom: rupees('jobs.from_required'),
  amountTo: rupees('jobs.to_required'),
  closesOn: calendarDate('jobs.closes_required'),
  paymentTerm: z.enum(PAYMENT_TERMS, 'jobs.payment_term_required'),
});

const paise = (text: string) => parseRupees(text) ?? 0;

/** A rule over several fields. It is judged beside those of the single ones, so that a screen shows all errors at once. */
const rule = (
  holds: (job: z.output<typeof fields>) => boolean,
  field: keyof z.output<typeof fields>,
  message: SharedMessageId,
) => z.refine<z.output<typeof fields>>(holds, { path: [field], message, when: () => true });

const givenFor = (amount: string, kind: Budget['kind'], job: { budgetKind: string }) =>
  job.budgetKind !== kind || amount !== '';
const datesKnown = (job: { takeWorkOn: string; closesOn: string }) =>
  isCalendarDate(job.takeWorkOn) && isCalendarDate(job.closesOn);

export const postJob = fields.check(
  rule((job) => givenFor(job.amount, 'fixed', job), 'amount', 'jobs.amount_required'),
  rule((job) => givenFor(job.amountFrom, 'range', job), 'amountFrom', 'jobs.from_required'),
  rule((job) => givenFor(job.amountTo, 'range', job), 'amountTo', 'jobs.to_required'),
  rule(
    (job) => job.budgetKind !== 'range' || paise(job.amountTo) >= paise(job.amountFrom),
    'amountTo',
    'jobs.range_reversed',
  ),
  rule((job) => !datesKnown(job) || job.closesOn >= job.takeWorkOn, 'closesOn', 'jobs.closes_before_start'),
  rule((job) => (job.latitude === '') === (job.longitude === ''), 'latitude', 'common.position_invalid'),
);
export type PostJobValues = z.input<typeof postJob>;
export type PostJob = z.output<typeof postJob>;

/** The command's budget, once the form is valid. */
export function budgetOf(job: Pick<PostJob, 'budgetKind' | 'amount' | 'amountFrom' | 'amountTo'>): Budget {
  return job.budgetKind === 'fixed'
    ? { kind: 'fixed', amountPaise: paise(job.amount) }
    : { kind: 'range', fromPaise: paise(job.amountFrom), toPaise: paise(job.amountTo) };
}

export const exploreJobs = z.object({
  sort: z.enum(JOB_SORTS, 'common.check_form'),
  location: optionalText(200),
  categoryId: z.union([z.literal(''), idText('jobs.category_required')]),
});
