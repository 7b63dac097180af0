import type * as z from 'zod/mini';
import type { Permission } from '../../platform/permissions.ts';
import type { queueCounts, QUEUE_KINDS, queueItem } from './schemas.ts';

export type QueueKind = (typeof QUEUE_KINDS)[number];
export type QueueItem = z.infer<typeof queueItem>;
export type QueueCounts = z.infer<typeof queueCounts>;

/** Who is shown which part of the queue. */
export const QUEUE_PERMISSIONS: Record<QueueKind, Permission> = {
  dispute: 'disputes.read',
  approval: 'money.decide',
  identity: 'identity.read',
  job: 'jobs.verify',
  enquiry: 'enquiries.read',
};
/** Beyond this many are not counted one by one. */
export const QUEUE_COUNT_MAX = 1000;
