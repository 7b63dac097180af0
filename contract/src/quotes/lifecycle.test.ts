import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { quoteLifecycle } from './lifecycle.ts';

test('a quote has exactly these transitions', () => {
  expect(describeLifecycle(quoteLifecycle)).toEqual([
    'quote: submitted, asked, withheld, accepted, declined, cancelled, not_selected, lapsed; from submitted to accepted or declined or cancelled or not_selected or lapsed',
    'edit: submitted → submitted, by worker; tells the poster quote_changed',
    'ask: submitted → asked, by poster; tells the worker quote_asked',
    'revise: asked → submitted, by worker; tells the poster quote_changed',
    'accept: submitted or asked → accepted, by poster; tells the worker quote_accepted',
    'decline: submitted or asked → declined, by poster; tells the worker quote_declined',
    'cancel: submitted or asked → cancelled, by worker; tells the poster quote_cancelled',
    'pass_over: submitted or asked or withheld → not_selected, by system; tells the worker quote_not_selected',
    'drop_with_job: submitted or asked or withheld → not_selected, by system; tells the worker job_cancelled',
    'lapse: submitted or asked or withheld → lapsed, by system; tells the worker quote_lapsed; tells the poster quote_not_revised; quote_timers or lapse_job_quotes: no answer in 7 days, or the job expired',
    'withhold: submitted or asked → withheld, by admin or system',
    'offer_again: withheld → submitted, by admin or system',
    'ask_again: withheld → asked, by admin or system',
    'drop_withheld: withheld → cancelled, by admin or system; tells the worker quote_dropped; quote_timers or drop_withheld_quotes or end_waits: not shown again in 7 days, or the job was changed',
  ]);
  expect(describeRepetitions(quoteLifecycle)).toEqual([
    'accept: accepted',
    'decline: declined',
    'cancel: cancelled',
    'pass_over: not_selected',
    'drop_with_job: not_selected',
    'lapse: lapsed',
    'withhold: withheld',
    'offer_again: submitted',
    'ask_again: asked',
    'drop_withheld: cancelled',
  ]);
});
