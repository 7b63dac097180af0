import * as z from 'zod/mini';
import type { Job } from '@fws/contract/jobs/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { toRupees } from '@fws/contract/platform/money';
import * as calls from '@fws/contract/search/calls';
import type { SavedJob, SavedSearch } from '@fws/contract/search/schemas';
import type { Award } from '../domains/contracts/index.ts';
import { filterFields } from './jobs.ts';
import { encodeJob, encodeJobNumber, jobReply, loadAwardsOfJobs } from './job-items.ts';
import { pageFields } from './shared.ts';
import { replyWithItem, replyWithPage, translateCall } from './translation.ts';

const savedJobReply = z.object({
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  saved_at: z.string(),
  job: z.nullable(jobReply),
});

const encodeSavedJob = (
  { jobId, number, title, savedAt, job }: SavedJob,
  { locale, extra: awards }: { locale: Locale; extra: Map<number, Award> },
): z.output<typeof savedJobReply> => ({
  job_id: jobId,
  job_unique_id: encodeJobNumber(number),
  job_title: title,
  saved_at: savedAt,
  job: job && encodeJob(job, awards.get(jobId), locale),
});

const listJobs = (items: readonly SavedJob[]): Job[] => items.flatMap(({ job }) => job ?? []);

const savedSearchReply = z.object({
  search_id: z.number(),
  search: z.string(),
  location_filter: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  radius_km: z.nullable(z.number()),
  category: z.nullable(z.number()),
  category_name: z.string(),
  budget_from: z.string(),
  budget_to: z.string(),
  closes_within_days: z.nullable(z.number()),
  frequency: z.string(),
  created_at: z.string(),
  new_jobs: z.number(),
});

const encodeAmount = (paise: number | null): string => (paise === null ? '' : toRupees(paise));

const encodeSavedSearch = (
  search: SavedSearch,
  { locale }: { locale: Locale },
): z.output<typeof savedSearchReply> => ({
  search_id: search.id,
  search: search.search,
  location_filter: search.location,
  latitude: search.position?.latitude ?? null,
  longitude: search.position?.longitude ?? null,
  radius_km: search.radiusKm,
  category: search.category?.id ?? null,
  category_name: (locale === 'hi' ? search.category?.nameHi : search.category?.name) ?? '',
  budget_from: encodeAmount(search.budgetFromPaise),
  budget_to: encodeAmount(search.budgetToPaise),
  closes_within_days: search.closesWithinDays,
  frequency: search.frequency,
  created_at: search.createdAt,
  new_jobs: search.newJobs,
});

const jobFields = { jobId: 'job_id' } as const;

export const searchTranslations = [
  translateCall(calls.saveJob, { fields: jobFields }),
  translateCall(calls.unsaveJob, { fields: jobFields }),
  translateCall(calls.savedJobs, {
    fields: pageFields,
    reply: replyWithPage(savedJobReply, encodeSavedJob, (items: readonly SavedJob[], reader) =>
      loadAwardsOfJobs(listJobs(items), reader),
    ),
  }),
  translateCall(calls.saveSearch, {
    fields: { ...filterFields, frequency: 'frequency' },
    reply: replyWithItem(savedSearchReply, encodeSavedSearch),
  }),
  translateCall(calls.savedSearches, {
    fields: pageFields,
    reply: replyWithPage(savedSearchReply, encodeSavedSearch),
  }),
  translateCall(calls.removeSearch, { fields: { searchId: 'search_id' } }),
];
