import * as z from 'zod/mini';
import * as calls from '@fws/contract/jobs/calls';
import { SEARCH_SORTS, type SearchSort } from '@fws/contract/jobs/model';
import type { FoundJob, Job, JobDetail, JobPage, ListedCategory } from '@fws/contract/jobs/schemas';
import { encodePhoto, photoIdsField, photoReply } from './files.ts';
import { allowMissing, commaList, dateField, dayFirst, monthFirst, option } from './fields.ts';
import { pageFields, toFlag } from './shared.ts';
import {
  replyWithData,
  replyWithItem,
  replyWithPage,
  replyWithSharedPage,
  translateCall,
  type EncodeContext,
  type LegacyReply,
} from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';
import { BUDGETS, JOB_TERMS, type JobsExtra, encodeJob, jobReply, loadAwardsOfJobs } from './job-items.ts';

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
  unlisted: allowMissing('unlisted'),
} as const;

/** What a search looks for. */
export const filterFields = {
  search: 'search',
  location: 'location_filter',
  categoryId: 'category',
  latitude: 'latitude',
  longitude: 'longitude',
  radiusKm: 'radius_km',
  budgetFromText: 'budget_from',
  budgetToText: 'budget_to',
  closesWithinDays: 'closes_within_days',
} as const;

/** "Closing soon"; the newest first for any other text. */
const readSort = (text: string): SearchSort =>
  SEARCH_SORTS.find((sort) => sort === text.trim().toLowerCase().replaceAll(/\s+/g, '_')) ?? 'latest';

/** A search without a sort is sorted by relevance. */
const unpackSort = (body: Fields): Fields =>
  isFilled(body['search']) && !isFilled(body['sort']) ? { ...body, sort: 'relevance' } : body;

const isFilled = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

type AwardsContext = EncodeContext<JobsExtra['awards']>;

const encodeListedJob = (job: Job, { locale, extra: awards }: AwardsContext) =>
  encodeJob(job, awards.get(job.id), locale);

const foundJobReply = z.extend(jobReply, { distance_km: z.nullable(z.number()) });

const jobDetailReply = z.extend(jobReply, {
  photos: z.array(photoReply),
  unlisted: z.number(),
  version: z.string(),
  is_waiting: z.number(),
  is_taken_down: z.number(),
  poster_name: z.string(),
  poster_is_kyc_updated: z.number(),
  poster_since: z.string(),
  poster_rating: z.nullable(z.number()),
  poster_rating_count: z.number(),
  poster_jobs_posted: z.number(),
  poster_jobs_awarded: z.number(),
  poster_money_released: z.string(),
  poster_answer_minutes: z.nullable(z.number()),
  poster_release_minutes: z.nullable(z.number()),
});

const encodeJobDetail = (job: JobDetail, context: AwardsContext): z.output<typeof jobDetailReply> => ({
  ...encodeListedJob(job, context),
  photos: job.photos.map(encodePhoto),
  unlisted: toFlag(job.unlisted),
  version: job.version,
  is_waiting: toFlag(job.heldBack?.reason === 'waiting'),
  is_taken_down: toFlag(job.heldBack !== null && job.heldBack.reason !== 'waiting'),
  poster_name: job.poster.name,
  poster_is_kyc_updated: toFlag(job.poster.verified),
  poster_since: job.poster.memberSince,
  poster_rating: job.poster.rating,
  poster_rating_count: job.poster.ratings,
  poster_jobs_posted: job.poster.jobsPosted,
  poster_jobs_awarded: job.poster.jobsAwarded,
  poster_money_released: job.poster.moneyReleased,
  poster_answer_minutes: job.poster.answerMinutes,
  poster_release_minutes: job.poster.releaseMinutes,
});

const jobInReply = replyWithItem(jobDetailReply, encodeJobDetail, (job: JobDetail, reader) =>
  loadAwardsOfJobs([job], reader),
);

const jobsInReply = replyWithPage(jobReply, encodeListedJob, loadAwardsOfJobs);

/** Open jobs have no award yet. */
const openJobsInReply = replyWithJobPage();

function replyWithJobPage(): LegacyReply<JobPage> {
  const reply = replyWithSharedPage(foundJobReply, (job: FoundJob, { locale }) => ({
    ...encodeJob(job, undefined, locale),
    distance_km: job.distanceKm ?? null,
  }));
  return {
    ...reply,
    schema: z.object({
      data: z.array(foundJobReply),
      next_cursor: z.nullable(z.string()),
      total: z.nullable(z.number()),
    }),
    encode: (page, context) => ({ ...reply.encode(page, context), total: page.total }),
  };
}

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
      ...filterFields,
      ...pageFields,
    },
    unpack: unpackSort,
    reply: openJobsInReply,
  }),
  translateCall(calls.jobDetail, {
    fields: { jobId: 'job_id' },
    reply: jobInReply,
  }),
  translateCall(calls.postJob, {
    fields: jobFields,
    unpack: unpackRange,
    files: attachment,
    reply: jobInReply,
  }),
  translateCall(calls.updateJob, {
    fields: { jobId: 'job_id', version: 'version', ...jobFields },
    unpack: unpackRange,
    files: attachment,
    reply: jobInReply,
  }),
  translateCall(calls.myContracts, {
    fields: pageFields,
    reply: jobsInReply,
  }),
  translateCall(calls.categoryList, {
    reply: replyWithData(z.array(listedCategoryReply), (list: ListedCategory[]) =>
      list.map(encodeListedCategory),
    ),
  }),
];
