import type * as z from 'zod/mini';
import type { find, record, recordEvent, recordFact, recordLink, recordPart, recordRow } from './schemas.ts';

/** The kinds of records that can be searched. */
export const RECORD_KINDS = ['job', 'contract', 'order', 'withdrawal'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** The states by which each kind can be filtered, in lifecycle order. */
export const RECORD_STATES = {
  job: ['open', 'awarded', 'in_progress', 'completed', 'expired', 'cancelled'],
  contract: ['under_way', 'completed', 'cancelled'],
  order: ['created', 'active', 'applied', 'unapplied', 'expired', 'terminated'],
  withdrawal: ['requested', 'processing', 'paid', 'failed', 'reversed'],
} as const satisfies Record<RecordKind, readonly string[]>;

export type RecordQuery = z.output<typeof find>;
export type RecordRow = z.infer<typeof recordRow>;
export type RecordEvent = z.infer<typeof recordEvent>;
export type RecordFact = z.infer<typeof recordFact>;
export type RecordPart = z.infer<typeof recordPart>;
export type RecordLink = z.infer<typeof recordLink>;
export type RecordDetail = z.infer<typeof record>;
