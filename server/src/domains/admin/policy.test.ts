import { expect, test } from 'vitest';
import { mayAnswer, mayDecide } from './policy.ts';

const ALLOWED = { allowed: true };
const OTHERS = { allowed: false, reason: 'admin.own_case' };
const ALONE = { allowed: false, reason: 'admin.own_case_alone' };

test.each([
  ['somebody who is not concerned', { parties: [1, 2], linked: [3], deciders: [9] }, ALLOWED],
  ['a case of nobody', { parties: [], linked: [], deciders: [9] }, ALLOWED],
  ['a party', { parties: [9, 2], linked: [], deciders: [8, 9] }, OTHERS],
  ['a linked account', { parties: [1, 2], linked: [9], deciders: [8, 9] }, OTHERS],
  ['a party without colleagues', { parties: [9, 2], linked: [], deciders: [9] }, ALONE],
  ['a party whose colleague is the other party', { parties: [9, 8], linked: [], deciders: [8, 9] }, ALONE],
  ['a party whose colleague is linked', { parties: [9, 2], linked: [8], deciders: [8, 9] }, ALONE],
])('%s', (_, facts, ability) => {
  expect(mayDecide(9, facts)).toEqual(ability);
});

test('the requester declines their own request, and somebody else approves it', () => {
  const request = { asked_by: 1 };
  expect(mayAnswer(request, 1, 'approve')).toEqual({ allowed: false, reason: 'admin.approval_own' });
  expect(mayAnswer(request, 1, 'decline')).toEqual(ALLOWED);
  expect(mayAnswer(request, 2, 'approve')).toEqual(ALLOWED);
});
