import { expect, test } from 'vitest';
import { toStateName, getActor } from './rules.ts';

const buildStep = (subject: string, track: string, from: string, to: string, by: number | null) => ({
  subject,
  track,
  from_state: from,
  to_state: to,
  by_user: by,
  by_role: null,
});

test.each([
  ['the worker starts', buildStep('milestone', 'work_state', 'not_started', 'started', 7), 'person'],
  ['the poster accepts', buildStep('milestone', 'fund_state', 'funded', 'accepted', 7), 'person'],
  ['nobody answered in time', buildStep('milestone', 'fund_state', 'funded', 'accepted', null), 'system'],
  [
    'the provider confirms a payment',
    buildStep('milestone', 'fund_state', 'funding_pending', 'funded', null),
    'provider',
  ],
  [
    'a job that starts with its first milestone',
    buildStep('job', 'state', 'awarded', 'in_progress', 7),
    'system',
  ],
  ['an order expires', buildStep('order', 'state', 'active', 'expired', null), 'system'],
  ['a paid withdrawal', buildStep('withdrawal', 'state', 'processing', 'paid', null), 'provider'],
  ['a refund', buildStep('refund', 'state', 'pending', 'succeeded', null), 'provider'],
  ['a hold by an issue', buildStep('milestone', 'on_hold', 'false', 'true', 7), 'person'],
  ['a hold by a chargeback', buildStep('milestone', 'on_hold', 'false', 'true', null), 'system'],
  ['a settlement', buildStep('dispute', 'state', 'open', 'closed', 9), 'person'],
])('%s', (_, stepRow, actor) => {
  expect(getActor(stepRow)).toBe(actor);
});

test('names the states of a hold, and leaves other states unchanged', () => {
  expect(toStateName('on_hold', 'true')).toBe('held');
  expect(toStateName('on_hold', 'false')).toBe('lifted');
  expect(toStateName('fund_state', 'funded')).toBe('funded');
});
