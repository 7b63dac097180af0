import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { invitationLifecycle } from './lifecycle.ts';

test('an invitation has exactly these transitions', () => {
  expect(describeLifecycle(invitationLifecycle)).toEqual([
    'invitation: sent, quoted, declined, lapsed, withdrawn; from sent to quoted or withdrawn',
    'quote: sent or declined or lapsed → quoted, by worker',
    'decline: sent → declined, by worker; tells the poster invitation_declined',
    'lapse: sent → lapsed, by system; invitation_timers: no answer in 7 days, or the job was awarded or expired',
    'withdraw: sent → withdrawn, by system; invitation_timers: its job was cancelled',
  ]);
  expect(describeRepetitions(invitationLifecycle)).toEqual([
    'quote: quoted',
    'decline: declined',
    'lapse: lapsed',
    'withdraw: withdrawn',
  ]);
});
