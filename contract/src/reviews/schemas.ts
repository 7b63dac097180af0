import * as z from 'zod/mini';
import { SIDES } from '../contracts/model.ts';
import { REASON_MAX } from '../platform/limits.ts';
import {
  ability,
  idText,
  knownText,
  maybeText,
  optionalIdText,
  optionalText,
  pageFields,
  photo,
  photoIds,
  requiredText,
} from '../platform/schemas.ts';
import type { ReviewState } from './lifecycle.ts';
import { POINTS_PER_STAR, REVIEW_TEXT_MAX } from './model.ts';

/** Converts "4.5" stars to whole points of the widget; at least one star. */
const points = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => {
      if (!/^\d(\.\d{1,2})?$/.test(text)) return false;
      const stars = Number(text);
      return stars >= 1 && stars <= 5;
    }, 'reviews.rating_required'),
  ),
  z.transform((text: string) => Math.round(Number(text) * POINTS_PER_STAR)),
);

export const leaveRating = z.object({
  aboutId: idText('contracts.not_found'),
  /** Older clients omit it. It is then the newest job with this person that can be rated. */
  jobId: optionalIdText('contracts.not_found'),
  points,
  comment: optionalText(REASON_MAX),
});

export type LeaveRating = z.output<typeof leaveRating>;

/** Whole stars, 1 to 5. */
const stars = z.pipe(
  z.string().check(z.trim(), z.regex(/^[1-5]$/, 'reviews.rating_required')),
  z.transform((text: string) => Number(text)),
);
/** Stars for a part. Null: not given. */
const maybeStars = z.pipe(
  z.optional(z.string().check(z.trim(), z.regex(/^[1-5]?$/, 'reviews.rating_required'))),
  z.transform((text: string | undefined) => (text ? Number(text) : null)),
);

export const reviewedJob = z.object({ jobId: idText('contracts.not_found') });

export const newReview = z.object({
  jobId: idText('contracts.not_found'),
  rating: stars,
  quality: maybeStars,
  onTime: maybeStars,
  asAgreed: maybeStars,
  manner: maybeStars,
  text: maybeText(REVIEW_TEXT_MAX),
  /** Left out: those that it has stay. */
  photoIds,
});
export type NewReview = z.output<typeof newReview>;

export const newReply = z.object({
  jobId: idText('contracts.not_found'),
  text: requiredText('reviews.reply_required', REVIEW_TEXT_MAX),
});
export type NewReply = z.output<typeof newReply>;

/** Of one user. */
export const reviewPage = z.object({ userId: idText('connections.not_found'), ...pageFields });

export const review = z.object({
  /** By which it is reported. Null for one of before reports. */
  id: z.nullable(z.string()),
  state: knownText<ReviewState>(),
  /** The side of its writer. */
  side: z.enum(SIDES),
  /** Its writer's first name and initial. */
  by: z.string(),
  byUserId: z.number(),
  stars: z.number(),
  /** 1 to 5; null where it was not given. */
  parts: z.object({
    quality: z.nullable(z.number()),
    onTime: z.nullable(z.number()),
    asAgreed: z.nullable(z.number()),
    manner: z.nullable(z.number()),
  }),
  /** Without contact data. Only its writer reads a sealed one, as it was written. */
  text: z.string(),
  photos: z.array(photo),
  /** When it was last written. */
  writtenAt: z.string(),
  /** Null: it is sealed. */
  openedAt: z.nullable(z.string()),
  reply: z.nullable(z.object({ text: z.string(), at: z.nullable(z.string()) })),
});
export type Review = z.output<typeof review>;

/** The reviews of a job as one of its two sides sees them. */
export const jobReviews = z.object({
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  /** The reader's. */
  side: z.enum(SIDES),
  other: z.object({
    id: z.number(),
    name: z.string(),
    firstName: z.string(),
    image: z.string(),
    verified: z.boolean(),
  }),
  /** When the job ended. Null: it goes on. */
  endedAt: z.nullable(z.string()),
  /** What was released to the worker. */
  releasedPaise: z.number(),
  /** When what is sealed opens at the latest. Null: the job goes on, or it cannot be reviewed. */
  opensAt: z.nullable(z.string()),
  own: z.nullable(review),
  /** Null while it is sealed, or not given. */
  others: z.nullable(review),
  /** Whether the other side has given one, sealed or not. */
  isOtherGiven: z.boolean(),
  abilities: z.object({ write: ability, reply: ability }),
});
export type JobReviews = z.output<typeof jobReviews>;
