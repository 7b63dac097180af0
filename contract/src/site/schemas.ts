import * as z from 'zod/mini';
import { publicQuestion } from '../conversations/schemas.ts';
import { budget, posterRecord } from '../jobs/schemas.ts';
import { PAYMENT_TERMS } from '../jobs/model.ts';
import { RADII } from '../profile/model.ts';
import { idText, optionalText, pageFields } from '../platform/schemas.ts';

// What everybody may see. A reply has what its schema declares and nothing else, so that nothing private can be added to
// a page by accident: no position, no last name, no contact data.

const category = z.object({ slug: z.string(), name: z.string(), nameHi: z.string() });
export type SiteCategory = z.output<typeof category>;

const city = z.object({ slug: z.string(), name: z.string(), state: z.string() });
export type SiteCity = z.output<typeof city>;

/** A picture that everybody may load while its subject is public. */
const picture = z.object({ url: z.string(), width: z.number(), height: z.number() });
export type SitePicture = z.output<typeof picture>;

export const siteJobCard = z.object({
  /** "4836" */
  number: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Locality and city; empty where none is known. */
  place: z.string(),
  category,
  budget,
  paymentTerm: z.enum(PAYMENT_TERMS),
  postedAt: z.string(),
  closesOn: z.string(),
  quotesReceived: z.number(),
  verified: z.boolean(),
  cover: z.nullable(picture),
});
export type SiteJobCard = z.output<typeof siteJobCard>;

const siteJob = z.extend(siteJobCard, {
  id: z.number(),
  description: z.string(),
  skills: z.array(z.string()),
  takeWorkOn: z.string(),
  photos: z.array(picture),
  poster: posterRecord,
  unlisted: z.boolean(),
  /** What was asked and answered for everybody, up to QUESTIONS_SHOWN, those answered last first. */
  questions: z.array(publicQuestion),
});
export type SiteJob = z.output<typeof siteJob>;

export const publicJobForm = z.object({ number: idText('jobs.not_found') });
export const publicJobId = z.object({ jobId: idText('jobs.not_found') });
export const publicJobAddress = z.object({ number: z.string(), slug: z.string() });
export type PublicJobAddress = z.output<typeof publicJobAddress>;
export const publicJob = z.object({
  /** Null when the job is closed. Then nothing of it is public any more. */
  job: z.nullable(siteJob),
  city: z.nullable(city),
  category,
  /** Open jobs of the same category, in the same city if there are any. */
  similar: z.array(siteJobCard),
});
export type PublicJob = z.output<typeof publicJob>;

export const publicJobsForm = z.object({
  ...pageFields,
  /** A slug; empty for all of India. */
  city: optionalText(100),
  /** A slug; empty for all. */
  category: optionalText(100),
});
export const publicJobs = z.object({
  city: z.nullable(city),
  category: z.nullable(category),
  items: z.array(siteJobCard),
  nextCursor: z.nullable(z.string()),
  /** The categories with open jobs there. */
  categories: z.array(category),
  /** The cities with open jobs; empty on the page of a city. */
  cities: z.array(city),
});
export type PublicJobs = z.output<typeof publicJobs>;

const review = z.object({
  /** By which it can be reported; null: it is older than such ids. */
  id: z.nullable(z.string()),
  /** First name and initial. */
  by: z.string(),
  stars: z.number(),
  text: z.string(),
  photos: z.array(picture),
  /** A month: "2026-10". */
  month: z.string(),
  category,
  /** What the worker answers; empty: nothing. */
  reply: z.string(),
});

export const publicWorkerForm = z.object({ workerId: idText('connections.not_found') });
export const publicWorker = z.object({
  id: z.number(),
  slug: z.string(),
  /** First name and initial. */
  name: z.string(),
  firstName: z.string(),
  verified: z.boolean(),
  memberSince: z.string(),
  about: z.string(),
  skills: z.array(z.string()),
  categories: z.array(category),
  place: z.string(),
  city: z.nullable(city),
  radius: z.nullable(z.enum(RADII)),
  rating: z.nullable(z.number()),
  ratings: z.number(),
  jobsCompleted: z.number(),
  jobsAwarded: z.number(),
  photos: z.array(picture),
  reviews: z.array(review),
});
export type PublicWorker = z.output<typeof publicWorker>;
