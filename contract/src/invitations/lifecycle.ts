import { defineLifecycle } from '../platform/lifecycle.ts';

/** `withdrawn`: its job was cancelled before the worker answered. */
export type InvitationState = 'sent' | 'quoted' | 'declined' | 'lapsed' | 'withdrawn';
export type InvitationEvent = 'quote' | 'decline' | 'lapse' | 'withdraw';

export const invitationLifecycle = defineLifecycle<InvitationState, InvitationEvent>({
  name: 'invitation',
  initial: 'sent',
  final: ['quoted', 'withdrawn'],
  events: {
    /** The worker quotes on the job, from wherever. Who had declined, or answered too late, may still quote. */
    quote: {
      by: ['worker'],
      from: { sent: 'quoted', quoted: 'already', declined: 'quoted', lapsed: 'quoted', withdrawn: 'no' },
    },
    decline: {
      by: ['worker'],
      from: { sent: 'declined', quoted: 'no', declined: 'already', lapsed: 'no', withdrawn: 'no' },
      notices: [{ to: 'poster', type: 'invitation_declined' }],
    },
    lapse: {
      by: ['system'],
      from: { sent: 'lapsed', quoted: 'no', declined: 'no', lapsed: 'already', withdrawn: 'no' },
      timer: {
        tasks: ['invitation_timers'],
        when: 'no answer in 7 days, or the job was awarded or expired',
      },
    },
    withdraw: {
      by: ['system'],
      from: { sent: 'withdrawn', quoted: 'no', declined: 'no', lapsed: 'no', withdrawn: 'already' },
      timer: { tasks: ['invitation_timers'], when: 'its job was cancelled' },
    },
  },
});
