import * as z from 'zod/mini';
import * as calls from '@fws/contract/jobs/calls';
import { JOB_SORTS, type JobSort, type PaymentTerm } from '@fws/contract/jobs/model';
import type { Budget, Job, JobDetail, ListedCategory } from '@fws/contract/jobs/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { encodePhoto, photoIdsField, photoReply } from './files.ts';
import { commaList, dateField, dayFirst, monthFirst, option } from './fields.ts';
import { abilityReply, encodeAbility, encodeFile, pageFields, toFlag } from './shared.ts';
import { replyWithData, replyWithItem, replyWithPage, translateCall } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

export const BUDGETS: Record<Budget['kind'], string> = { fixed: 'Fixed Price', range: 'Price Range' };
export const JOB_TERMS: Record<PaymentTerm, string> = {
  terms: 'FWS Term Payment',
  milestone: 'Milestone Payment',
  completion: 'On Completion',
};

const RANGE = /^\s*(\S+)\s+to\s+(\S+)\s*$/;

/** `amount` is one figure or "<from> to <to>". */
function unpackRange(body: Fields): Fields {
  const match = typeof body['amount'] === 'string' ? RANGE.exec(body['amount']) : null;
  return match ? { ...body, amount: '', amount_from: match[1], amount_to: match[2] } : body;
}

const jobFields = {
  title: 'job_title',
  categoryId: 'category',
  description: 'job_description',
  location: 'job_location',
  latitude: 'latitude',
  longitude: 'longitude',
  skills: commaList('skills[]'),
  takeWorkOn: dateField('take_work', dayFirst),
  budgetKind: option('budjet', BUDGETS),
  amountText: 'amount',
  amountFromText: 'amount_from',
  amountToText: 'amount_to',
  closesOn: dateField('target_closed_date', monthFirst),
  paymentTerm: option('payment_term', JOB_TERMS),
  photoIds: photoIdsField,
} as const;

/** "Closing soon"; the newest first for any other text. */
const readSort = (text: string): JobSort =>
  JOB_SORTS.find((sort) => sort === text.trim().toLowerCase().replaceAll(/\s+/g, '_')) ?? 'latest';

export const encodeBudget = (budget: Budget): string =>
  budget.kind === 'fixed'
    ? toRupees(budget.amountPaise)
    : `${toRupees(budget.fromPaise)} to ${toRupees(budget.toPaise)}`;

/** "FWS 4836" */
export const encodeJobNumber = (number: string): string => `FWS ${number}`;

export const jobReply = z.object({
  id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  job_description: z.string(),
  job_location: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  category: z.number(),
  skills: z.string(),
  take_work: z.string(),
  target_closed_date: z.string(),
  payment_term: z.string(),
  budjet: z.string(),
  amount: z.string(),
  timestamp: z.string(),
  total_quotes_received: z.number(),
  total_quote_count: z.number(),
  is_fws_verified: z.number(),
  attach_file: z.string(),
  attach_file_name: z.string(),
  attach_file_bytes: z.number(),
  attach_file_is_image: z.boolean(),
  photo_count: z.number(),
  cover_photo: z.string(),
  job_status: z.string(),
  user_id: z.number(),
  my_quote_id: z.nullable(z.number()),
  can_quote: abilityReply,
});

export const encodeJob = (job: Job): z.output<typeof jobReply> => ({
  id: job.id,
  job_unique_id: encodeJobNumber(job.number),
  job_title: job.title,
  job_description: job.description,
  job_location: job.location,
  latitude: job.latitude,
  longitude: job.longitude,
  category: job.categoryId,
  skills: job.skills.join(','),
  take_work: dayFirst.write(job.takeWorkOn),
  target_closed_date: monthFirst.write(job.closesOn),
  payment_term: JOB_TERMS[job.paymentTerm],
  budjet: BUDGETS[job.budget.kind],
  amount: encodeBudget(job.budget),
  timestamp: job.postedAt,
  total_quotes_received: job.quotesReceived,
  total_quote_count: job.quotesReceived,
  is_fws_verified: toFlag(job.verified),
  ...encodeFile('attach_file', job.attachment),
  photo_count: job.photoCount,
  cover_photo: job.coverUrl ?? '',
  job_status: job.state,
  user_id: job.posterId,
  my_quote_id: job.myQuoteId,
  can_quote: encodeAbility(job.abilities.quote),
});

const jobDetailReply = z.extend(jobReply, { photos: z.array(photoReply) });

const encodeJobDetail = (job: JobDetail): z.output<typeof jobDetailReply> => ({
  ...encodeJob(job),
  photos: job.photos.map(encodePhoto),
});

const listedCategoryReply = z.object({
  id: z.number(),
  category_name: z.string(),
  category_name_hi: z.string(),
  is_own: z.number(),
});

const encodeListedCategory = (category: ListedCategory): z.output<typeof listedCategoryReply> => ({
  id: category.id,
  category_name: category.name,
  category_name_hi: category.nameHi,
  is_own: toFlag(category.own),
});

const attachment = { attachment: 'attach_file' };

export const jobTranslations = [
  translateCall(calls.exploreJobs, {
    fields: {
      sort: { name: 'sort', read: readSort },
      location: 'location_filter',
      categoryId: 'category',
      ...pageFields,
    },
    reply: replyWithPage(jobReply, encodeJob),
  }),
  translateCall(calls.jobDetail, {
    fields: { jobId: 'job_id' },
    reply: replyWithItem(jobDetailReply, encodeJobDetail),
  }),
  translateCall(calls.postJob, {
    fields: jobFields,
    unpack: unpackRange,
    files: attachment,
    reply: replyWithItem(jobDetailReply, encodeJobDetail),
  }),
  translateCall(calls.updateJob, {
    fields: { jobId: 'job_id', ...jobFields },
    unpack: unpackRange,
    files: attachment,
    reply: replyWithItem(jobDetailReply, encodeJobDetail),
  }),
  translateCall(calls.myContracts, {
    fields: pageFields,
    reply: replyWithPage(jobReply, encodeJob),
  }),
  translateCall(calls.categoryList, {
    reply: replyWithData(z.array(listedCategoryReply), (list: ListedCategory[]) =>
      list.map(encodeListedCategory),
    ),
  }),
];
