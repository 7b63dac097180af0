import * as z from 'zod/mini';
import { SIDES } from '../contracts/model.ts';
import { TODAY_KINDS, WAITING_KINDS } from './model.ts';

const todayItem = z.object({
  kind: z.enum(TODAY_KINDS),
  /** The reader's side of the job. */
  side: z.nullable(z.enum(SIDES)),
  jobId: z.nullable(z.number()),
  jobNumber: z.nullable(z.string()),
  milestoneId: z.nullable(z.number()),
  /** The milestone's number on its stone. */
  position: z.nullable(z.number()),
  quoteId: z.nullable(z.number()),
  disputeId: z.nullable(z.number()),
  /** What is at stake. */
  amountPaise: z.nullable(z.number()),
  /** How many quotes wait. */
  count: z.nullable(z.number()),
  /** When it is too late, when it happens by itself, or when a visit begins. */
  dueAt: z.nullable(z.string()),
  /** The first name of the other side. */
  name: z.nullable(z.string()),
});
export type TodayItem = z.output<typeof todayItem>;

const waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  jobNumber: z.nullable(z.string()),
  amountPaise: z.nullable(z.number()),
  dueAt: z.nullable(z.string()),
  /** The first name of the one who is waited for; null for FWS. */
  name: z.nullable(z.string()),
});
export type Waiting = z.output<typeof waiting>;

export const today = z.object({
  /** What waits for the reader, most urgent first. */
  items: z.array(todayItem),
  /** The most important thing that waits for somebody else. */
  waiting: z.nullable(waiting),
  /** How many more things wait for somebody else. */
  waitingMore: z.number(),
});
export type Today = z.output<typeof today>;
