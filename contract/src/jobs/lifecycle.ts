import { defineLifecycle } from '../platform/lifecycle.ts';

export type JobState = 'open' | 'awarded' | 'in_progress' | 'completed' | 'expired' | 'cancelled';

export const jobLifecycle = defineLifecycle<JobState>({
  name: 'job',
  initial: 'open',
  states: ['open', 'awarded', 'in_progress', 'completed', 'expired', 'cancelled'],
  final: ['completed', 'expired', 'cancelled'],
  transitions: [
    { name: 'award', from: ['open'], to: 'awarded', by: ['poster'] },
    { name: 'begin', from: ['awarded'], to: 'in_progress', by: ['system'] },
    {
      name: 'complete',
      from: ['awarded', 'in_progress'],
      to: 'completed',
      by: ['system'],
      notice: [
        { to: 'poster', type: 'job_completed' },
        { to: 'worker', type: 'job_completed' },
      ],
    },
    { name: 'expire', from: ['open'], to: 'expired', by: ['system'], timer: 'target close date passed' },
    { name: 'cancel', from: ['open', 'awarded', 'in_progress'], to: 'cancelled', by: ['poster'] },
  ],
});
