import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { visitLifecycle } from './lifecycle.ts';

test('a visit has exactly these transitions', () => {
  expect(describeLifecycle(visitLifecycle)).toEqual([
    'visit: agreed, on_the_way, arrived, started, ended, claimed, unanswered, missed, contested, cancelled; from agreed to ended or missed or contested or cancelled',
    'leave: agreed → on_the_way, by worker; tells the poster visit_on_the_way',
    'arrive: agreed or on_the_way → arrived, by worker; tells the poster visit_arrived',
    'start: agreed or on_the_way or arrived or claimed or unanswered → started, by poster or worker; tells the worker visit_started',
    'end: started → ended, by worker',
    'claim: agreed or on_the_way or arrived → claimed, by poster or worker; tells the poster visit_claimed; tells the worker visit_claimed',
    'refute: claimed or unanswered → arrived, by worker; tells the poster visit_claim_ended',
    'agree: claimed or unanswered → missed, by poster or worker',
    'excuse: claimed or unanswered → missed, by poster or worker',
    'contest: agreed or on_the_way or arrived or claimed or unanswered → contested, by poster or worker; tells the poster visit_contested; tells the worker visit_contested',
    'lapse: claimed → unanswered, by system; tells the poster visit_unanswered; tells the worker visit_unanswered; visit_timers or a request: no answer for two hours of the day after the message was delivered',
    'settle: unanswered → missed, by system; visit_timers or a request: 24 hours after the time to answer',
    'escalate: claimed → contested, by system; tells the poster visit_contested; tells the worker visit_contested; visit_timers or a request: the message about a claim was not delivered in 24 hours',
    'cancel: agreed or on_the_way or arrived → cancelled, by poster or worker or system; visit_timers: the job ended for another reason',
  ]);
  expect(describeRepetitions(visitLifecycle)).toEqual([
    'leave: on_the_way or arrived or started or ended',
    'arrive: arrived or started or ended',
    'start: started or ended',
    'end: ended',
    'claim: claimed or unanswered',
    'agree: missed',
    'excuse: missed',
    'contest: contested',
    'lapse: unanswered',
    'settle: missed',
    'escalate: contested',
    'cancel: cancelled',
  ]);
});
