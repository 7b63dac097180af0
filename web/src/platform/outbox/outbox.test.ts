import { expect, test } from 'vitest';
import { listCalls } from '../testing/calls.ts';
import { QUEUED_CALLS } from './actions.ts';

test('only named calls may wait for a network: writes of a user, no money, repeatable without another effect', async () => {
  const calls = await listCalls();
  const queued = calls.filter(({ name }) => QUEUED_CALLS.some((each) => each === name));
  expect(queued.map(({ name }) => name).toSorted()).toEqual([
    'arrived',
    'conversation_send',
    'mark_notifications_read',
    'on_my_way',
    'save_job',
    'start_visit',
    'unsave_job',
  ]);
  expect(queued.filter(({ reads, access, money }) => reads || access !== 'user' || money)).toEqual([]);
});
