import { defineLifecycle } from '../../platform/lifecycle.ts';

/** A change of the plan of an awarded job. `overtaken`: the job or a milestone went on in a way that excludes it. */
export type ChangeState = 'proposed' | 'agreed' | 'refused' | 'withdrawn' | 'lapsed' | 'overtaken';
export type ChangeEvent = 'counter' | 'agree' | 'refuse' | 'withdraw' | 'lapse' | 'overtake';

export const changeLifecycle = defineLifecycle<ChangeState, ChangeEvent>({
  name: 'change of the plan',
  initial: 'proposed',
  final: ['agreed', 'refused', 'withdrawn', 'lapsed', 'overtaken'],
  events: {
    /** The side that was asked names another change. */
    counter: {
      by: ['poster', 'worker'],
      from: {
        proposed: 'proposed',
        agreed: 'no',
        refused: 'no',
        withdrawn: 'no',
        lapsed: 'no',
        overtaken: 'no',
      },
      notices: [
        { to: 'poster', type: 'change_countered' },
        { to: 'worker', type: 'change_countered' },
      ],
    },
    agree: {
      by: ['poster', 'worker'],
      from: {
        proposed: 'agreed',
        agreed: 'already',
        refused: 'no',
        withdrawn: 'no',
        lapsed: 'no',
        overtaken: 'no',
      },
      notices: [
        { to: 'poster', type: 'change_agreed' },
        { to: 'worker', type: 'change_agreed' },
      ],
    },
    refuse: {
      by: ['poster', 'worker'],
      from: {
        proposed: 'refused',
        agreed: 'no',
        refused: 'already',
        withdrawn: 'no',
        lapsed: 'no',
        overtaken: 'no',
      },
      notices: [
        { to: 'poster', type: 'change_refused' },
        { to: 'worker', type: 'change_refused' },
      ],
    },
    /** By the side that made the last proposal. */
    withdraw: {
      by: ['poster', 'worker'],
      from: {
        proposed: 'withdrawn',
        agreed: 'no',
        refused: 'no',
        withdrawn: 'already',
        lapsed: 'no',
        overtaken: 'no',
      },
      notices: [
        { to: 'poster', type: 'change_withdrawn' },
        { to: 'worker', type: 'change_withdrawn' },
      ],
    },
    lapse: {
      by: ['system'],
      from: {
        proposed: 'lapsed',
        agreed: 'no',
        refused: 'no',
        withdrawn: 'no',
        lapsed: 'already',
        overtaken: 'no',
      },
      notices: [
        { to: 'poster', type: 'change_lapsed' },
        { to: 'worker', type: 'change_lapsed' },
      ],
      timer: { tasks: ['lapse_change'], when: 'seven days without an answer' },
    },
    /** A milestone that it changes was paid, or the job ended or was cancelled. */
    overtake: {
      by: ['poster', 'worker', 'provider', 'system'],
      from: {
        proposed: 'overtaken',
        agreed: 'no',
        refused: 'no',
        withdrawn: 'no',
        lapsed: 'no',
        overtaken: 'already',
      },
      notices: [
        { to: 'poster', type: 'change_overtaken' },
        { to: 'worker', type: 'change_overtaken' },
      ],
    },
  },
});
