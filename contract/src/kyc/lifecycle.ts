import { defineLifecycle } from '../platform/lifecycle.ts';

/** Whether it is known who a user is. */
export type IdentityState = 'none' | 'pending' | 'verified' | 'refused';
export type IdentityEvent = 'submit' | 'verify' | 'refuse' | 'revoke';
/** One submitted number. The newest check decides the user's identity. */
export type CheckState = 'pending' | 'verified' | 'refused';
export type CheckEvent = 'verify' | 'refuse' | 'revoke';
/** A name that its user asks to correct. */
export type NameChangeState = 'waiting' | 'approved' | 'refused';
export type NameChangeEvent = 'approve' | 'refuse';

export const identityLifecycle = defineLifecycle<IdentityState, IdentityEvent>({
  name: 'identity',
  initial: 'none',
  final: [],
  events: {
    submit: {
      by: ['user'],
      from: { none: 'pending', pending: 'no', verified: 'no', refused: 'pending' },
    },
    verify: {
      by: ['provider', 'admin'],
      from: { none: 'no', pending: 'verified', verified: 'already', refused: 'no' },
    },
    /** By the system when nobody answered. */
    refuse: {
      by: ['provider', 'admin', 'system'],
      from: { none: 'no', pending: 'refused', verified: 'no', refused: 'already' },
    },
    revoke: {
      by: ['admin'],
      from: { none: 'no', pending: 'no', verified: 'refused', refused: 'already' },
    },
  },
});

export const checkLifecycle = defineLifecycle<CheckState, CheckEvent>({
  name: 'identity check',
  initial: 'pending',
  final: ['refused'],
  events: {
    verify: {
      by: ['provider', 'admin'],
      from: { pending: 'verified', verified: 'already', refused: 'no' },
      notices: [{ to: 'user', type: 'identity_verified' }],
    },
    refuse: {
      by: ['provider', 'admin', 'system'],
      from: { pending: 'refused', verified: 'no', refused: 'already' },
      notices: [{ to: 'user', type: 'identity_refused' }],
      timer: {
        tasks: ['check_identity'],
        when: 'no answer from the vendor for three days',
        // The vendor did not take the number, or its user asks for the result and the vendor knows none.
        requests: true,
      },
    },
    /** An admin who sees the video later refuses what was verified. */
    revoke: {
      by: ['admin'],
      from: { pending: 'no', verified: 'refused', refused: 'already' },
      notices: [{ to: 'user', type: 'identity_refused' }],
    },
  },
});

export const nameChangeLifecycle = defineLifecycle<NameChangeState, NameChangeEvent>({
  name: 'name change',
  initial: 'waiting',
  final: ['approved', 'refused'],
  events: {
    approve: {
      by: ['admin'],
      from: { waiting: 'approved', approved: 'already', refused: 'no' },
      notices: [{ to: 'user', type: 'name_changed' }],
    },
    refuse: {
      by: ['admin'],
      from: { waiting: 'refused', approved: 'no', refused: 'already' },
      notices: [{ to: 'user', type: 'name_change_refused' }],
    },
  },
});
