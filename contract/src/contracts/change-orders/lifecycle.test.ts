import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { changeLifecycle } from './lifecycle.ts';

test('a change of the plan has exactly these transitions', () => {
  expect(describeLifecycle(changeLifecycle)).toEqual([
    'change of the plan: proposed, agreed, refused, withdrawn, lapsed, overtaken; from proposed to agreed or refused or withdrawn or lapsed or overtaken',
    'counter: proposed → proposed, by poster or worker; tells the poster change_countered; tells the worker change_countered',
    'agree: proposed → agreed, by poster or worker; tells the poster change_agreed; tells the worker change_agreed',
    'refuse: proposed → refused, by poster or worker; tells the poster change_refused; tells the worker change_refused',
    'withdraw: proposed → withdrawn, by poster or worker; tells the poster change_withdrawn; tells the worker change_withdrawn',
    'lapse: proposed → lapsed, by system; tells the poster change_lapsed; tells the worker change_lapsed; lapse_change: seven days without an answer',
    'overtake: proposed → overtaken, by poster or worker or provider or system; tells the poster change_overtaken; tells the worker change_overtaken',
  ]);
  expect(describeRepetitions(changeLifecycle)).toEqual([
    'agree: agreed',
    'refuse: refused',
    'withdraw: withdrawn',
    'lapse: lapsed',
    'overtake: overtaken',
  ]);
});
