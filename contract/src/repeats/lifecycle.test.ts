import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { repeatDateLifecycle, repeatLifecycle } from './lifecycle.ts';

test('a series has exactly these transitions', () => {
  expect(describeLifecycle(repeatLifecycle)).toEqual([
    'repeat: proposed, running, ended, declined, lapsed; from proposed to ended or declined or lapsed',
    'agree: proposed → running, by worker; tells the poster repeat_agreed',
    'decline: proposed → declined, by worker; tells the poster repeat_declined',
    'lapse: proposed → lapsed, by system; tells the poster repeat_lapsed; run_repeats: no answer in 7 days',
    'end: proposed or running → ended, by poster or worker or system; tells the poster repeat_ended; tells the worker repeat_ended; set_repeat_date: one side has blocked the other',
    'finish: running → ended, by system; run_repeats: no date is left',
  ]);
  expect(describeRepetitions(repeatLifecycle)).toEqual([
    'agree: running',
    'decline: declined',
    'lapse: lapsed',
    'end: ended',
    'finish: ended',
  ]);
});

test('a date of a series has exactly these transitions', () => {
  expect(describeLifecycle(repeatDateLifecycle)).toEqual([
    'repeat date: coming, set, skipped; from coming to skipped',
    'set: coming → set, by system; tells the poster repeat_fund; tells the worker repeat_set; set_repeat_date: eight days before the date',
    'skip: coming or set → skipped, by poster or worker or system; tells the poster repeat_skipped; tells the worker repeat_skipped; set_repeat_date or skip_unpaid_date: nothing is paid by the day of the date',
  ]);
  expect(describeRepetitions(repeatDateLifecycle)).toEqual(['set: set', 'skip: skipped']);
});
