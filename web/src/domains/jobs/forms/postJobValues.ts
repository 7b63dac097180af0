import { addDays, isCalendarDate, toIstDate } from '@fws/contract/platform/dates';
import { BUDGET_KINDS, PAYMENT_TERMS } from '@fws/contract/jobs/model';
import type { JobDetail, PostJobValues } from '@fws/contract/jobs/schemas';
import { toRupees } from '@fws/contract/platform/money';

export type JobDraft = PostJobValues;

/** A new job: what most posters choose is chosen, so that they need not. */
export const EMPTY_JOB: JobDraft = {
  title: '',
  categoryId: '',
  description: '',
  location: '',
  latitude: '',
  longitude: '',
  skills: [],
  takeWorkOn: '',
  budgetKind: 'fixed',
  amountText: '',
  amountFromText: '',
  amountToText: '',
  closesOn: '',
  paymentTerm: 'terms',
  unlisted: 'no',
};

/** Clears the amounts of the budget kind that is not chosen. */
export function clearOtherBudget(draft: JobDraft): JobDraft {
  if (draft.budgetKind === 'range') return { ...draft, amountText: '' };
  return { ...draft, amountFromText: '', amountToText: '' };
}

const DAYS_TO_FINISH = 7;

/** The proposed close date: a week after the start. Empty without a start. */
export const proposeClose = (takeWorkOn: string): string =>
  isCalendarDate(takeWorkOn) ? addDays(takeWorkOn, DAYS_TO_FINISH) : '';

/** Work cannot start before today in India. The server checks the same with its own clock. */
export const isPast = (date: string, now = new Date()): boolean => date !== '' && date < toIstDate(now);

/** Reads a stored draft, and keeps the fields that still fit the form. */
export function readJobDraft(stored: unknown, values = EMPTY_JOB): JobDraft {
  if (typeof stored !== 'object' || stored === null) return values;
  const fields = new Map<string, unknown>(Object.entries(stored));
  const texts = Object.keys(EMPTY_JOB).flatMap((key) => {
    const value = fields.get(key);
    return typeof value === 'string' ? [[key, value]] : [];
  });
  const skills = fields.get('skills');
  return {
    ...values,
    ...Object.fromEntries(texts),
    skills: Array.isArray(skills) ? skills.filter((skill) => typeof skill === 'string') : values.skills,
    budgetKind: BUDGET_KINDS.find((kind) => kind === fields.get('budgetKind')) ?? values.budgetKind,
    paymentTerm: PAYMENT_TERMS.find((term) => term === fields.get('paymentTerm')) ?? values.paymentTerm,
  };
}

/** A job that begins as another one does, on other dates. */
export const toSimilarDraft = (job: JobDetail): JobDraft => ({
  ...toJobDraft(job),
  takeWorkOn: '',
  closesOn: '',
});

/** Converts a posted job into a draft for editing. */
export function toJobDraft(job: JobDetail): JobDraft {
  const { budget } = job;
  return {
    title: job.title,
    categoryId: String(job.categoryId),
    description: job.description,
    location: job.location,
    latitude: job.latitude === null ? '' : String(job.latitude),
    longitude: job.longitude === null ? '' : String(job.longitude),
    skills: job.skills,
    takeWorkOn: job.takeWorkOn,
    budgetKind: budget.kind,
    amountText: budget.kind === 'fixed' ? toRupees(budget.amountPaise) : '',
    amountFromText: budget.kind === 'range' ? toRupees(budget.fromPaise) : '',
    amountToText: budget.kind === 'range' ? toRupees(budget.toPaise) : '',
    closesOn: job.closesOn,
    paymentTerm: job.paymentTerm,
    unlisted: job.unlisted ? 'yes' : 'no',
  };
}
