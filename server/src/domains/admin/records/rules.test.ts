import { expect, test } from 'vitest';
import { nameOfState, whoseDoing } from './rules.ts';

const step = (subject: string, track: string, from: string, to: string, by: number | null) => ({
  subject,
  track,
  from_state: from,
  to_state: to,
  by_user: by,
});

test.each([
  ['the worker starts', step('milestone', 'work_state', 'not_started', 'started', 7), 'person'],
  ['the poster accepts', step('milestone', 'fund_state', 'funded', 'accepted', 7), 'person'],
  ['nobody answered in time', step('milestone', 'fund_state', 'funded', 'accepted', null), 'system'],
  [
    'the provider confirms a payment',
    step('milestone', 'fund_state', 'funding_pending', 'funded', null),
    'provider',
  ],
  ['a job that starts with its first milestone', step('job', 'state', 'awarded', 'in_progress', 7), 'system'],
  ['an order expires', step('order', 'state', 'active', 'expired', null), 'system'],
  ['a paid withdrawal', step('withdrawal', 'state', 'processing', 'paid', null), 'provider'],
  ['a refund', step('refund', 'state', 'pending', 'succeeded', null), 'provider'],
  ['a hold by an issue', step('milestone', 'on_hold', 'false', 'true', 7), 'person'],
  ['a hold by a chargeback', step('milestone', 'on_hold', 'false', 'true', null), 'system'],
  ['a settlement', step('dispute', 'state', 'open', 'closed', 9), 'person'],
])('%s', (_, happened, whose) => {
  expect(whoseDoing(happened)).toBe(whose);
});

test('names the states of a hold, and leaves other states unchanged', () => {
  expect(nameOfState('on_hold', 'true')).toBe('held');
  expect(nameOfState('on_hold', 'false')).toBe('lifted');
  expect(nameOfState('fund_state', 'funded')).toBe('funded');
});
