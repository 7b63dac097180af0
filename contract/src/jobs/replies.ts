import { heldBack } from '../safety/schemas.ts';
import * as z from 'zod/mini';
import { ability, fileLink, knownText, photo } from '../platform/schemas.ts';
import type { JobState } from './lifecycle.ts';
import { PAYMENT_TERMS, RELEASED_BANDS } from './model.ts';
import { budget } from './forms.ts';
import { HIDDEN_KINDS } from '../platform/contact-data.ts';
import { reliability } from '../reliability/shown.ts';

export const job = z.object({
  id: z.number(),
  /** "4836"; shown as "Job 4836". */
  number: z.string(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  categoryId: z.number(),
  skills: z.array(z.string()),
  takeWorkOn: z.string(),
  closesOn: z.string(),
  paymentTerm: z.enum(PAYMENT_TERMS),
  budget,
  postedAt: z.string(),
  quotesReceived: z.number(),
  verified: z.boolean(),
  attachment: z.nullable(fileLink),
  photoCount: z.number(),
  /** The thumbnail of its first photo. */
  coverUrl: z.nullable(z.string()),
  state: knownText<JobState>(),
  posterId: z.number(),
  /** The caller's own active quote on this job. */
  myQuoteId: z.nullable(z.number()),
  /** The caller has saved it for later. */
  saved: z.boolean(),
  abilities: z.object({ quote: ability }),
});

export type Job = z.output<typeof job>;

/** A job in a list that was asked for with a position or a place. */
export const foundJob = z.extend(job, {
  /** To one decimal; omitted when no distance is known. */
  distanceKm: z.optional(z.number()),
});

export type FoundJob = z.output<typeof foundJob>;

/**
 * A page of open jobs. The items are the same for every reader, as somebody sees them who has neither quoted on nor saved
 * them; `own` has the fields of those jobs that this reader sees otherwise. `mergeOwnFields` combines the two.
 */
export const jobPage = z.object({
  items: z.array(foundJob),
  nextCursor: z.nullable(z.string()),
  /**
   * How many jobs match, up to `JOBS_COUNTED_MAX`; one more stands for "more than that". Null where it is not counted: on
   * later pages, and in the list without a filter.
   */
  total: z.nullable(z.number()),
  own: z.array(z.pick(job, { id: true, myQuoteId: true, saved: true, abilities: true })),
});

export type JobPage = z.output<typeof jobPage>;

export type OwnJobFields = JobPage['own'][number];

/** What a poster has done here, counted from events. The poster cannot edit it. */
export const posterRecord = z.object({
  /** First name and initial: "Rohan J." */
  name: z.string(),
  verified: z.boolean(),
  /** A month: "2025-03". */
  memberSince: z.string(),
  /** One decimal; null when nobody has rated yet. */
  rating: z.nullable(z.number()),
  ratings: z.number(),
  jobsPosted: z.number(),
  jobsAwarded: z.number(),
  moneyReleased: z.enum(RELEASED_BANDS),
  /** The median from a quote to its answer; null when there are too few. */
  answerMinutes: z.nullable(z.number()),
  /** The median from a worker's request to the release; null when there are too few. */
  releaseMinutes: z.nullable(z.number()),
});

export type PosterRecord = z.output<typeof posterRecord>;

/** One of the caller's own jobs, in their list. */
export const ownJob = z.extend(job, {
  /** Why FWS hides it from others; null: it does not. */
  heldBack: z.nullable(heldBack),
});

export type OwnJob = z.output<typeof ownJob>;

/** A job by itself. */
export const jobDetail = z.extend(job, {
  photos: z.array(photo),
  poster: z.extend(posterRecord, {
    /** Of the jobs that they awarded. Null: too few count. */
    reliability: z.nullable(reliability),
  }),
  /** On no public list; its link still opens it. */
  unlisted: z.boolean(),
  /** What the form to edit it sends back, so that no other change is undone. */
  version: z.string(),
  /** Contact data in its texts that others do not read, for its poster. */
  hides: z.array(z.enum(HIDDEN_KINDS)),
  /** Why FWS hides it from others, for its poster; null: it does not. */
  heldBack: z.nullable(heldBack),
});

export type JobDetail = z.output<typeof jobDetail>;

export const category = z.object({ id: z.number(), name: z.string(), nameHi: z.string() });

export type Category = z.output<typeof category>;

export const listedCategory = z.extend(category, {
  /** What its jobs are, whatever it is called; null for one that an admin has added. */
  trade: z.nullable(z.string()),
  /** The user works in it. */
  own: z.boolean(),
});

export type ListedCategory = z.output<typeof listedCategory>;

export const listedCategories = z.array(listedCategory);
