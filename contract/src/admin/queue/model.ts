import type { Permission } from '../../platform/permissions.ts';
import type { OpsCaseKind } from '../cases/model.ts';

export const QUEUE_KINDS = [
  'dispute',
  'approval',
  'identity',
  'name',
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
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** The permission required to see each kind. */
export const QUEUE_PERMISSIONS: Record<QueueKind, Permission> = {
  dispute: 'disputes.read',
  approval: 'money.decide',
  identity: 'identity.read',
  name: 'identity.read',
  job: 'jobs.verify',
  enquiry: 'enquiries.read',
  withdrawal: 'money.read',
  unapplied: 'money.read',
  refund: 'money.read',
  chargeback: 'money.read',
  books: 'money.read',
  webhook: 'tasks.decide',
  task: 'tasks.decide',
};

/** The kinds of ops cases listed under each kind of the queue. */
export const CASE_KINDS = {
  withdrawal: ['withdrawal_contradicted', 'withdrawal_unknown'],
  unapplied: ['payment_unapplied', 'chargeback_late'],
  refund: ['refund_failed'],
  chargeback: ['chargeback_open', 'chargeback_lost'],
  books: ['ledger_broken', 'cover_short', 'settlement_odd'],
} as const satisfies Partial<Record<QueueKind, readonly OpsCaseKind[]>>;
/** Counts are exact up to this number. */
export const QUEUE_COUNT_MAX = 1000;
