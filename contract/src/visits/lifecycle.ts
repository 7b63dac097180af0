import { defineLifecycle } from '../platform/lifecycle.ts';

export type VisitState =
  | 'agreed'
  | 'on_the_way'
  | 'arrived'
  | 'started'
  | 'ended'
  /** One side says that the other was not there, which has not answered. */
  | 'claimed'
  /** The other side did not answer in time. Rests before money moves. */
  | 'unanswered'
  /** One side was absent. */
  | 'missed'
  /** In dispute: a person decides. */
  | 'contested'
  | 'cancelled';
export type VisitEvent =
  | 'leave'
  | 'arrive'
  | 'start'
  | 'end'
  | 'claim'
  | 'refute'
  | 'agree'
  | 'excuse'
  | 'contest'
  | 'lapse'
  | 'settle'
  | 'escalate'
  | 'cancel';

/**
 * The rule is in `docs/visits.md`; `decision.ts` says when each event takes place. Of the two sides that an event can notify,
 * it notifies the one that has to know. Who was absent decides which notice a missed visit sends.
 */
export const visitLifecycle = defineLifecycle<VisitState, VisitEvent>({
  name: 'visit',
  initial: 'agreed',
  final: ['ended', 'missed', 'contested', 'cancelled'],
  events: {
    leave: {
      by: ['worker'],
      from: {
        agreed: 'on_the_way',
        on_the_way: 'already',
        arrived: 'already',
        started: 'already',
        ended: 'already',
        claimed: 'no',
        unanswered: 'no',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
      notices: [{ to: 'poster', type: 'visit_on_the_way' }],
    },
    arrive: {
      by: ['worker'],
      from: {
        agreed: 'arrived',
        on_the_way: 'arrived',
        arrived: 'already',
        started: 'already',
        ended: 'already',
        claimed: 'no',
        unanswered: 'no',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
      notices: [{ to: 'poster', type: 'visit_arrived' }],
    },
    /** By the worker with the poster's code: then both were there, whatever one of them claimed. Or by the poster. */
    start: {
      by: ['poster', 'worker'],
      from: {
        agreed: 'started',
        on_the_way: 'started',
        arrived: 'started',
        started: 'already',
        ended: 'already',
        claimed: 'started',
        unanswered: 'started',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
      notices: [{ to: 'worker', type: 'visit_started' }],
    },
    end: {
      by: ['worker'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'ended',
        ended: 'already',
        claimed: 'no',
        unanswered: 'no',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
    },
    claim: {
      by: ['poster', 'worker'],
      from: {
        agreed: 'claimed',
        on_the_way: 'claimed',
        arrived: 'claimed',
        started: 'no',
        ended: 'no',
        claimed: 'already',
        unanswered: 'already',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
      notices: [
        { to: 'poster', type: 'visit_claimed' },
        { to: 'worker', type: 'visit_claimed' },
      ],
    },
    /** An arrival reached the server late, from a device without a network. The poster's claim ends by itself. */
    refute: {
      by: ['worker'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'no',
        ended: 'no',
        claimed: 'arrived',
        unanswered: 'arrived',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
      notices: [{ to: 'poster', type: 'visit_claim_ended' }],
    },
    agree: {
      by: ['poster', 'worker'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'no',
        ended: 'no',
        claimed: 'missed',
        unanswered: 'missed',
        missed: 'already',
        contested: 'no',
        cancelled: 'no',
      },
    },
    /** Absent without a fault. */
    excuse: {
      by: ['poster', 'worker'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'no',
        ended: 'no',
        claimed: 'missed',
        unanswered: 'missed',
        missed: 'already',
        contested: 'no',
        cancelled: 'no',
      },
    },
    /** Also by a poster who cancels late and says that the worker hindered them. */
    contest: {
      by: ['poster', 'worker'],
      from: {
        agreed: 'contested',
        on_the_way: 'contested',
        arrived: 'contested',
        started: 'no',
        ended: 'no',
        claimed: 'contested',
        unanswered: 'contested',
        missed: 'no',
        contested: 'already',
        cancelled: 'no',
      },
      notices: [
        { to: 'poster', type: 'visit_contested' },
        { to: 'worker', type: 'visit_contested' },
      ],
    },
    lapse: {
      by: ['system'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'no',
        ended: 'no',
        claimed: 'unanswered',
        unanswered: 'already',
        missed: 'no',
        contested: 'no',
        cancelled: 'no',
      },
      notices: [
        { to: 'poster', type: 'visit_unanswered' },
        { to: 'worker', type: 'visit_unanswered' },
      ],
      timer: {
        tasks: ['visit_timers'],
        when: 'no answer for two hours of the day after the message was delivered',
        requests: true,
      },
    },
    settle: {
      by: ['system'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'no',
        ended: 'no',
        claimed: 'no',
        unanswered: 'missed',
        missed: 'already',
        contested: 'no',
        cancelled: 'no',
      },
      timer: { tasks: ['visit_timers'], when: '24 hours after the time to answer', requests: true },
    },
    escalate: {
      by: ['system'],
      from: {
        agreed: 'no',
        on_the_way: 'no',
        arrived: 'no',
        started: 'no',
        ended: 'no',
        claimed: 'contested',
        unanswered: 'no',
        missed: 'no',
        contested: 'already',
        cancelled: 'no',
      },
      notices: [
        { to: 'poster', type: 'visit_contested' },
        { to: 'worker', type: 'visit_contested' },
      ],
      timer: {
        tasks: ['visit_timers'],
        when: 'the message about a claim was not delivered in 24 hours',
        requests: true,
      },
    },
    /** The job was cancelled. */
    cancel: {
      by: ['poster', 'worker', 'system'],
      from: {
        agreed: 'cancelled',
        on_the_way: 'cancelled',
        arrived: 'cancelled',
        started: 'no',
        ended: 'no',
        claimed: 'no',
        unanswered: 'no',
        missed: 'no',
        contested: 'no',
        cancelled: 'already',
      },
      timer: { tasks: ['visit_timers'], when: 'the job ended for another reason' },
    },
  },
});
