import * as z from 'zod/mini';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { Budget, Job } from '@fws/contract/jobs/schemas';
import { toRupees } from '@fws/contract/platform/money';
import type { Locale } from '@fws/contract/platform/messages';
import { loadAwards, type Award } from '../domains/contracts/index.ts';
import { presentJobs } from '../domains/jobs/index.ts';
import type { Reader } from '../platform/http/format.ts';
import { dayFirst, monthFirst } from './fields.ts';
import { encodeMilestone, milestoneReply } from './milestones.ts';
import { abilityReply, encodeAbility, encodeFile, toFlag } from './shared.ts';

export const BUDGETS: Record<Budget['kind'], string> = { fixed: 'Fixed Price', range: 'Price Range' };

export const JOB_TERMS: Record<PaymentTerm, string> = {
  terms: 'FWS Term Payment',
  milestone: 'Milestone Payment',
  completion: 'On Completion',
};

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

/** How a quote is paid; a job names the same terms otherwise. */
export const QUOTE_TERMS: Record<PaymentTerm, string> = {
  terms: 'By Terms',
  milestone: 'By Milestone',
  completion: 'By Completion',
};
