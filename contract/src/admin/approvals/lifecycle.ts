import { defineLifecycle } from '../../platform/lifecycle.ts';

/** A decision that needs a second admin. */
export type ApprovalState = 'waiting' | 'approved' | 'declined';
export type ApprovalEvent = 'approve' | 'decline';

export const approvalLifecycle = defineLifecycle<ApprovalState, ApprovalEvent>({
  name: 'approval',
  initial: 'waiting',
  final: ['approved', 'declined'],
  events: {
    approve: { by: ['admin'], from: { waiting: 'approved', approved: 'already', declined: 'no' } },
    decline: { by: ['admin'], from: { waiting: 'declined', approved: 'no', declined: 'already' } },
  },
});
