import * as z from 'zod/mini';
import { maybeText, pageFields } from '../../platform/schemas.ts';

export const QUEUE_KINDS = [
  'dispute',
  'approval',
  'identity',
  'job',
  'enquiry',
  'withdrawal',
  'unapplied',
  'refund',
  'chargeback',
  'books',
  'webhook',
  'task',
] as const;

export const queue = z.object({ ...pageFields, kind: maybeText(20) });

export const queueItem = z.object({
  kind: z.enum(QUEUE_KINDS),
  /** Of the thing itself: the dispute, the identity check, … */
  id: z.number(),
  /** A name; of money that waits what happened, as a code (`MATTER_KINDS`); of a refused webhook why it was refused. */
  title: z.string(),
  /** What people call it by: "FWS-D-000123", "4801". */
  reference: z.string(),
  amountPaise: z.nullable(z.number()),
  since: z.string(),
  dueAt: z.string(),
});

export const queueCounts = z.object({
  counts: z.array(z.object({ kind: z.enum(QUEUE_KINDS), waiting: z.number() })),
});
