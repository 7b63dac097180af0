import { defineLifecycle } from '../platform/lifecycle.ts';

export type IdentityState = 'none' | 'pending' | 'verified' | 'refused';

export const identityLifecycle = defineLifecycle<IdentityState>({
  name: 'identity check',
  initial: 'none',
  states: ['none', 'pending', 'verified', 'refused'],
  final: [],
  transitions: [
    { name: 'submit', from: ['none', 'refused'], to: 'pending', by: ['worker', 'poster'] },
    {
      name: 'verify',
      from: ['pending'],
      to: 'verified',
      by: ['provider', 'admin'],
      notice: [{ to: 'worker', type: 'identity_verified' }],
    },
    {
      name: 'refuse',
      from: ['pending'],
      to: 'refused',
      by: ['provider', 'admin'],
      notice: [{ to: 'worker', type: 'identity_refused' }],
    },
    {
      name: 'revoke',
      from: ['verified'],
      to: 'refused',
      by: ['admin'],
      notice: [{ to: 'worker', type: 'identity_refused' }],
    },
  ],
});
