import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { chargebackLifecycle } from './lifecycle.ts';

test('a chargeback may be reopened, and has exactly these transitions', () => {
  expect(describeLifecycle(chargebackLifecycle)).toEqual([
    'chargeback: open, won, lost; from open to no end',
    'win: open or lost → won, by provider; may post chargeback_taken or chargeback_returned; tells the poster chargeback_won; tells the worker chargeback_won',
    'lose: open or won → lost, by provider; may post chargeback_taken or chargeback_returned; tells the poster chargeback_lost; tells the worker chargeback_lost',
    'reopen: won or lost → open, by provider; may post chargeback_taken or chargeback_returned; tells the poster chargeback_opened; tells the worker chargeback_opened',
  ]);
  expect(describeRepetitions(chargebackLifecycle)).toEqual(['win: won', 'lose: lost', 'reopen: open']);
});
