import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '@fws/contract/contracts/model';
import { CallError } from '../../platform/client/index.ts';
import { isWaiting, stoppedMessages } from './payment.ts';

test('either waits on every status except SUCCESS or has a message for it', () => {
  for (const status of PAYMENT_STATUSES.filter((candidate) => candidate !== 'SUCCESS'))
    expect(isWaiting(status, null), status).toBe(stoppedMessages[status] === undefined);
  expect(isWaiting('SUCCESS', null)).toBe(false);
});

test('keeps waiting after a lost connection and stops after a refusal', () => {
  expect(isWaiting(undefined, new CallError(0, 'no network'))).toBe(true);
  expect(isWaiting('PENDING', new CallError(503, 'busy'))).toBe(true);
  expect(isWaiting(undefined, new CallError(404, 'not found'))).toBe(false);
});
