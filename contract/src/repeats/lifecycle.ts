import { defineLifecycle } from '../platform/lifecycle.ts';

/** A poster and a worker who repeat a job on dates. */
export type RepeatState = 'proposed' | 'running' | 'ended' | 'declined' | 'lapsed';
export type RepeatEvent = 'agree' | 'decline' | 'lapse' | 'end' | 'finish';

export const repeatLifecycle = defineLifecycle<RepeatState, RepeatEvent>({
  name: 'repeat',
  initial: 'proposed',
  final: ['ended', 'declined', 'lapsed'],
  events: {
    agree: {
      by: ['worker'],
      from: { proposed: 'running', running: 'already', ended: 'no', declined: 'no', lapsed: 'no' },
      notices: [{ to: 'poster', type: 'repeat_agreed' }],
    },
    decline: {
      by: ['worker'],
      from: { proposed: 'declined', running: 'no', ended: 'no', declined: 'already', lapsed: 'no' },
      notices: [{ to: 'poster', type: 'repeat_declined' }],
    },
    lapse: {
      by: ['system'],
      from: { proposed: 'lapsed', running: 'no', ended: 'no', declined: 'no', lapsed: 'already' },
      notices: [{ to: 'poster', type: 'repeat_lapsed' }],
      timer: { tasks: ['run_repeats'], when: 'no answer in 7 days' },
    },
    /** One side ends it. By the system where one has blocked the other. */
    end: {
      by: ['poster', 'worker', 'system'],
      from: { proposed: 'ended', running: 'ended', ended: 'already', declined: 'no', lapsed: 'no' },
      notices: [
        { to: 'poster', type: 'repeat_ended' },
        { to: 'worker', type: 'repeat_ended' },
      ],
      timer: { tasks: ['set_repeat_date'], when: 'one side has blocked the other' },
    },
    /** The last date is over. */
    finish: {
      by: ['system'],
      from: { proposed: 'no', running: 'ended', ended: 'already', declined: 'no', lapsed: 'no' },
      timer: { tasks: ['run_repeats'], when: 'no date is left' },
    },
  },
});

/** A date of a series. `set`: its contract is there. */
export type RepeatDateState = 'coming' | 'set' | 'skipped';
export type RepeatDateEvent = 'set' | 'skip';

export const repeatDateLifecycle = defineLifecycle<RepeatDateState, RepeatDateEvent>({
  name: 'repeat date',
  initial: 'coming',
  final: ['skipped'],
  events: {
    set: {
      by: ['system'],
      from: { coming: 'set', set: 'already', skipped: 'no' },
      notices: [
        { to: 'poster', type: 'repeat_fund' },
        { to: 'worker', type: 'repeat_set' },
      ],
      timer: { tasks: ['set_repeat_date'], when: 'eight days before the date' },
    },
    /** By the system where nothing was paid by the day, one of the two is suspended, or the amount cannot be paid. */
    skip: {
      by: ['poster', 'worker', 'system'],
      from: { coming: 'skipped', set: 'skipped', skipped: 'already' },
      notices: [
        { to: 'poster', type: 'repeat_skipped' },
        { to: 'worker', type: 'repeat_skipped' },
      ],
      timer: {
        tasks: ['set_repeat_date', 'skip_unpaid_date'],
        when: 'nothing is paid by the day of the date',
      },
    },
  },
});
