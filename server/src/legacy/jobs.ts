import * as z from 'zod/mini';
import * as calls from '@fws/contract/jobs/calls';
import { SEARCH_SORTS, type PaymentTerm, type SearchSort } from '@fws/contract/jobs/model';
import type { Budget, FoundJob, Job, JobDetail, JobPage, ListedCategory } from '@fws/contract/jobs/schemas';
import { toRupees } from '@fws/contract/platform/money';
import type { Locale } from '@fws/contract/platform/messages';
import { loadAwards, type Award } from '../domains/contracts/index.ts';
import { presentJobs } from '../domains/jobs/index.ts';
import type { Reader } from '../platform/http/format.ts';
import { encodePhoto, photoIdsField, photoReply } from './files.ts';
import { allowMissing, commaList, dateField, dayFirst, monthFirst, option } from './fields.ts';
import { encodeMilestone, milestoneReply } from './milestones.ts';
import { abilityReply, encodeAbility, encodeFile, pageFields, toFlag } from './shared.ts';
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

export const BUDGETS: Record<Budget['kind'], string> = { fixed: 'Fixed Price', range: 'Price Range' };
export const JOB_TERMS: Record<PaymentTerm, string> = {
  terms: 'FWS Term Payment',
  milestone: 'Milestone Payment',
  completion: 'On Completion',
};

/** How a quote is paid; a job names the same terms otherwise. */
export const QUOTE_TERMS: Record<PaymentTerm, string> = {
  terms: 'By Terms',
  milestone: 'By Milestone',
  completion: 'By Completion',
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
  is_saved: z.number(),
  can_quote: abilityReply,
  awarded_to_user_id: z.nullable(z.number()),
  job_awarded_to: z.string(),
  awarded_date: z.string(),
  bid_amount: z.string(),
  job_bid_type: z.string(),
  profile_image: z.string(),
  user_rating: z.nullable(z.number()),
  contact_flag: z.number(),
  employee_mobile: z.string(),
  completed_status: z.number(),
  is_completed: z.number(),
  payment_milestone: z.array(milestoneReply),
});

/** The fields of an award are empty before it, and for those who are not part of it. */
export const encodeJob = (job: Job, award: Award | undefined, locale: Locale): z.output<typeof jobReply> => ({
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
  is_saved: toFlag(job.saved),
  can_quote: encodeAbility(job.abilities.quote),
  awarded_to_user_id: award?.worker.id ?? null,
  job_awarded_to: award?.worker.name ?? '',
  awarded_date: award?.awardedAt ?? '',
  bid_amount: award ? toRupees(award.totalPaise) : '',
  job_bid_type: award ? QUOTE_TERMS[award.term] : '',
  profile_image: award?.worker.image ?? '',
  user_rating: award?.worker.rating ?? null,
  contact_flag: toFlag(typeof award?.worker.mobile === 'string'),
  employee_mobile: award?.worker.mobile ?? '',
  completed_status: toFlag(job.state === 'completed'),
  is_completed: toFlag(job.state === 'completed'),
  payment_milestone: award?.milestones.map((milestone) => encodeMilestone(milestone, award, locale)) ?? [],
});

/** Jobs and awards by the job's id. */
export interface JobsExtra {
  jobs: Map<number, Job>;
  awards: Map<number, Award>;
}

function getCallerId({ callerId }: Reader): number {
  if (callerId === null) throw new Error('guests get no jobs');
  return callerId;
}

/** Jobs of which the reader may see the value that is answered. */
export const loadJobs = (ids: readonly number[], reader: Reader): Promise<Map<number, Job>> =>
  presentJobs(reader.deps, getCallerId(reader), [...new Set(ids)]);

/** The awards of the jobs that may have one. */
export const loadAwardsOfJobs = (jobs: readonly Job[], reader: Reader): Promise<JobsExtra['awards']> =>
  loadAwards(
    reader.deps,
    getCallerId(reader),
    jobs.filter(({ state }) => !['open', 'withheld', 'expired'].includes(state)).map(({ id }) => id),
  );

export async function loadJobsExtra(ids: readonly number[], reader: Reader): Promise<JobsExtra> {
  const jobs = await loadJobs(ids, reader);
  return { jobs, awards: await loadAwardsOfJobs([...jobs.values()], reader) };
}

export function getJob(jobs: Map<number, Job>, id: number): Job {
  const job = jobs.get(id);
  if (!job) throw new Error(`job ${id} is gone`);
  return job;
}

type AwardsContext = EncodeContext<JobsExtra['awards']>;
const encodeListedJob = (job: Job, { locale, extra: awards }: AwardsContext) =>
  encodeJob(job, awards.get(job.id), locale);

const foundJobReply = z.extend(jobReply, { distance_km: z.nullable(z.number()) });

const jobDetailReply = z.extend(jobReply, {
  photos: z.array(photoReply),
  unlisted: z.number(),
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
    fields: { jobId: 'job_id', ...jobFields },
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
