import * as z from 'zod/mini';
import { maybeText, pageFields } from '../../platform/schemas.ts';
import { QUEUE_KINDS } from './model.ts';

export const queue = z.object({ ...pageFields, kind: maybeText(20) });

export const queueItem = z.object({
  kind: z.enum(QUEUE_KINDS),
  /** The id of the subject: the dispute, the identity check, … */
  id: z.number(),
  /** A name; for an ops case its kind, as a code; for a refused webhook the reason. */
  title: z.string(),
  /** The number shown to people: "FWS-D-000123", "4801". */
  reference: z.string(),
  /** What is at stake. For an identity: the money in the wallet that waits for it. */
  amountPaise: z.nullable(z.number()),
  since: z.string(),
  dueAt: z.string(),
  /** The reader is a party of it, or linked to one: somebody else decides it. */
  ownCase: z.boolean(),
});
export type QueueItem = z.output<typeof queueItem>;

export const queueCounts = z.object({
  counts: z.array(z.object({ kind: z.enum(QUEUE_KINDS), waiting: z.number() })),
});
export type QueueCounts = z.output<typeof queueCounts>;
