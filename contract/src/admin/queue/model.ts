import type { Permission } from '../../platform/permissions.ts';
import type { DecisionSubject } from '../../platform/decisions.ts';
import type { OpsCaseKind } from '../cases/model.ts';

export const QUEUE_KINDS = [
  'dispute',
  'approval',
  'report',
  'appeal',
  'contest',
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
  report: 'content.decide',
  appeal: 'content.decide',
  contest: 'content.decide',
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

/**
 * What is at stake, highest first: somebody's money or safety, then a person who cannot go on or a process that stopped, then
 * the rest. The queue is ordered by it, and then by due time.
 */
export const QUEUE_STAKES: Record<QueueKind, 1 | 2 | 3> = {
  dispute: 1,
  approval: 1,
  report: 1,
  withdrawal: 1,
  unapplied: 1,
  refund: 1,
  chargeback: 1,
  books: 1,
  identity: 2,
  name: 2,
  appeal: 2,
  contest: 2,
  task: 2,
  webhook: 2,
  job: 3,
  enquiry: 3,
};

/** What is decided about an item of each kind; null: nobody's case. */
export const QUEUE_SUBJECTS: Record<QueueKind, DecisionSubject | null> = {
  dispute: 'dispute',
  approval: 'approval',
  report: 'report',
  appeal: 'report',
  contest: 'contest',
  identity: 'identity',
  name: 'name',
  job: 'job',
  enquiry: null,
  withdrawal: 'case',
  unapplied: 'case',
  refund: 'case',
  chargeback: 'case',
  books: 'case',
  webhook: null,
  task: null,
};

/** The kinds of ops cases listed under each kind of the queue. */
export const CASE_KINDS = {
  withdrawal: ['withdrawal_contradicted', 'withdrawal_unknown'],
  unapplied: ['payment_unapplied', 'chargeback_late'],
  refund: ['refund_failed'],
  chargeback: ['chargeback_open', 'chargeback_lost', 'release_withdrawn', 'payer_stopped'],
  books: ['ledger_broken', 'cover_short', 'settlement_odd'],
} as const satisfies Partial<Record<QueueKind, readonly OpsCaseKind[]>>;
/** Counts are exact up to this number. */
export const QUEUE_COUNT_MAX = 1000;
