import * as z from 'zod/mini';
import { category, filterFields, filterRules, job, toFilter, type FilterForm } from '../jobs/schemas.ts';
import { SEARCH_MAX } from '../platform/limits.ts';
import { idText, optionalText, pageFields } from '../platform/schemas.ts';
import { ALERT_FREQUENCIES, SUGGESTION_KINDS } from './model.ts';

/** What has been typed so far. */
export const searchSuggestions = z.object({ search: optionalText(SEARCH_MAX) });

export const suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  /** The text that is shown: for `search` of `explore_jobs`, or for its `location` if this is a place. */
  text: z.string(),
  /** Of a category only. */
  categoryId: z.nullable(z.number()),
  /** Open jobs that it finds, counted as in `explore_jobs`; null for what is not counted. */
  jobs: z.nullable(z.number()),
});
export type Suggestion = z.output<typeof suggestion>;
export const suggestions = z.array(suggestion);

export const page = z.object(pageFields);

export const saveJob = z.object({ jobId: idText('jobs.not_found') });

/** A job that the reader has saved. */
export const savedJob = z.object({
  jobId: z.number(),
  number: z.string(),
  title: z.string(),
  savedAt: z.string(),
  /** The job as the reader may see it. Null when it is no longer open and none of the reader's business. */
  job: z.nullable(job),
});
export type SavedJob = z.output<typeof savedJob>;

const saveSearchFields = z.object({
  ...filterFields,
  /** When to tell of new jobs. */
  frequency: z.enum(ALERT_FREQUENCIES, 'search.frequency_required'),
});

/** Alerts need something to look for besides an amount or a date. */
const isSpecific = ({ search, categoryId, location, radiusKm }: FilterForm) =>
  search !== '' || categoryId !== null || location !== '' || radiusKm !== null;

export const saveSearch = z.pipe(
  saveSearchFields.check(
    ...filterRules,
    z.refine(isSpecific, { path: ['search'], message: 'search.too_general' }),
  ),
  z.transform(({ frequency, ...form }: z.output<typeof saveSearchFields>) => ({
    ...toFilter(form),
    frequency,
  })),
);
export type SaveSearch = z.output<typeof saveSearch>;

export const removeSearch = z.object({ searchId: idText('search.not_found') });

export const savedSearch = z.object({
  id: z.number(),
  search: z.string(),
  location: z.string(),
  position: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  radiusKm: z.nullable(z.number()),
  category: z.nullable(category),
  budgetFromPaise: z.nullable(z.number()),
  budgetToPaise: z.nullable(z.number()),
  closesWithinDays: z.nullable(z.number()),
  frequency: z.enum(ALERT_FREQUENCIES),
  createdAt: z.string(),
  /** Open jobs that it has found in the last 24 hours. */
  newJobs: z.number(),
});
export type SavedSearch = z.output<typeof savedSearch>;
