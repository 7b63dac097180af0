import * as z from 'zod/mini';
import {
  abilityWire,
  idText,
  optionalText,
  pageFields,
  personWire,
  requiredText,
  rupeeText,
} from '../platform/schemas.ts';
import { REASON_MAX } from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import { FUND_STEPS, PAYMENT_STATUSES, POINTS_PER_STAR, WORK_STEPS } from './model.ts';

const base = { jobId: idText('contracts.not_found'), milestoneId: idText('contracts.milestone_not_found') };

/** An amount in rupees that a client may repeat. It must equal the one that we know. */
const ownAmount = z.pipe(
  rupeeText(z.refine((text) => text === '' || parseRupees(text) !== null, 'contracts.amount_differs')),
  z.transform(parseRupees),
);

export const moveFund = z.pipe(
  z.object({
    ...base,
    step: z.enum(FUND_STEPS, 'contracts.step_unknown'),
    /** When sent, it must be the milestone's own amount. */
    amountText: ownAmount,
  }),
  z.transform(({ amountText: amountPaise, ...command }) => ({ ...command, amountPaise })),
);
export type MoveFund = z.output<typeof moveFund>;

export const moveWork = z.object({ ...base, step: z.enum(WORK_STEPS, 'contracts.step_unknown') });
export type MoveWork = z.output<typeof moveWork>;

export const requestChange = z.object({
  ...base,
  comment: requiredText('contracts.change_comment_required', REASON_MAX),
});
export type RequestChange = z.output<typeof requestChange>;

export const cancelJob = z.pipe(
  z.object({
    jobId: base.jobId,
    comment: optionalText(REASON_MAX),
    /** The refund that was shown to the poster. */
    refundText: ownAmount,
  }),
  z.transform(({ refundText: refundPaise, ...command }) => ({ ...command, refundPaise })),
);
export type CancelJob = z.output<typeof cancelJob>;

export const answerCancellation = z.object({
  jobId: base.jobId,
  agree: z.enum(['yes', 'no'], 'contracts.agree_required'),
});

/** Converts "4.5" stars to whole points of the widget; at least one star. */
const points = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => {
      if (!/^\d(\.\d{1,2})?$/.test(text)) return false;
      const stars = Number(text);
      return stars >= 1 && stars <= 5;
    }, 'contracts.rating_required'),
  ),
  z.transform((text: string) => Math.round(Number(text) * POINTS_PER_STAR)),
);

export const leaveRating = z.object({
  aboutId: idText('contracts.not_found'),
  /** Older clients omit it. It is then the newest job with this person that can be rated. */
  jobId: z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    base.jobId,
  ]),
  points,
  comment: optionalText(REASON_MAX),
});
export type LeaveRating = z.output<typeof leaveRating>;

export const orderId = z.object({
  orderId: z.string().check(z.regex(/^[A-Za-z0-9_-]{3,50}$/, 'contracts.order_not_found')),
});

export const milestoneWire = z.object({
  id: z.number(),
  position: z.number(),
  name: z.string(),
  milestone_descriction: z.string(),
  amount: z.string(),
  milestone_comment: z.string(),
  /** The label of the caller's side. */
  status: z.string(),
  fund_state: z.string(),
  work_state: z.string(),
  on_hold: z.boolean(),
  in_bank: z.string(),
  changed_at: z.string(),
  releases_at: z.nullable(z.string()),
  can_ask_change: z.nullable(abilityWire),
  order_id: z.nullable(z.string()),
  next_status: z.nullable(z.string()),
  next_allowed: z.boolean(),
  next_reason: z.nullable(z.string()),
  waiting_for: z.nullable(z.string()),
});

export const partyWire = z.object({
  ...personWire.shape,
  mobile_number: z.nullable(z.string()),
});

const summaryShape = {
  id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  job_location: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  skills: z.string(),
  job_status: z.string(),
  completed_status: z.number(),
  is_completed: z.number(),
  awarded_date: z.string(),
  target_closed_date: z.string(),
  payment_term: z.string(),
  bid_amount: z.string(),
  side: z.enum(['poster', 'worker']),
  awarded_to_user_id: z.number(),
  job_awarded_to: z.string(),
  profile_image: z.string(),
  user_rating: z.nullable(z.number()),
  contact_flag: z.number(),
  employee_mobile: z.string(),
  poster: partyWire,
  worker: partyWire,
};

export const contractSummaryWire = z.object({
  ...summaryShape,
  milestone_count: z.number(),
  released_count: z.number(),
  held_amount: z.string(),
  released_amount: z.string(),
});

export const contractWire = z.object({
  ...summaryShape,
  job_description: z.string(),
  payment_milestone: z.array(milestoneWire),
  refund_charge_bps: z.number(),
  can_cancel: abilityWire,
  cancel_plan: z.nullable(
    z.object({
      way: z.enum(['direct', 'consent']),
      refund_amount: z.string(),
      charge_amount: z.string(),
      release_amount: z.string(),
    }),
  ),
  cancel_asked: z.nullable(z.object({ cancel_comment: z.string(), created_at: z.string() })),
  my_rating: z.nullable(z.number()),
  can_rate: abilityWire,
});

export const jobCancelledWire = z.object({
  data: z.null(),
  outcome: z.enum(['cancelled', 'asked']),
});

export const fundMovedWire = z.object({
  data: z.null(),
  order_id: z.nullable(z.string()),
  payment_link: z.nullable(z.string()),
});

export const statusWire = z.object({
  data: z.null(),
  payment_status: z.enum(PAYMENT_STATUSES),
  job_id: z.number(),
  amount: z.string(),
  reason: z.nullable(z.string()),
});

export const myJobs = z.object({
  scope: z.catch(z.enum(['ongoing', 'all']), 'ongoing'),
  filter: z.catch(z.enum(['all', 'awarded', 'completed']), 'all'),
  ...pageFields,
});
