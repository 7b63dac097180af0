import { expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '@fws/contract/contracts/model';
import { CallError } from '../../platform/client/index.ts';
import { isWaiting, stoppedMessages } from './payment.ts';

test('every status but success is either waited on or said to have stopped', () => {
  for (const status of PAYMENT_STATUSES.filter((one) => one !== 'SUCCESS'))
    expect(isWaiting(status, null), status).toBe(stoppedMessages[status] === undefined);
  expect(isWaiting('SUCCESS', null)).toBe(false);
});

test('a lost connection is waited out, a refusal is not asked again', () => {
  expect(isWaiting(undefined, new CallError(0, 'no network'))).toBe(true);
  expect(isWaiting('PENDING', new CallError(503, 'busy'))).toBe(true);
  expect(isWaiting(undefined, new CallError(404, 'not found'))).toBe(false);
});
