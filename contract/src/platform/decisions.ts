import type { Permission } from './permissions.ts';

/**
 * The cases that staff decide: the field of a call's form that holds the case's id, and the permission to decide it.
 * Nobody decides a case of their own.
 */
export const DECISION_SUBJECTS = {
  dispute: { idField: 'disputeId', permission: 'disputes.settle' },
  approval: { idField: 'approvalId', permission: 'money.decide' },
  case: { idField: 'caseId', permission: 'money.decide' },
  identity: { idField: 'checkId', permission: 'identity.decide' },
  name: { idField: 'changeId', permission: 'identity.decide' },
  job: { idField: 'jobId', permission: 'jobs.verify' },
  user: { idField: 'userId', permission: 'users.suspend' },
  report: { idField: 'reportCaseId', permission: 'content.decide' },
  contest: { idField: 'contestId', permission: 'content.decide' },
} as const satisfies Record<string, { idField: string; permission: Permission }>;

export type DecisionSubject = keyof typeof DECISION_SUBJECTS;
