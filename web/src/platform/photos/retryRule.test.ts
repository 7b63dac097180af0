import { expect, test } from 'vitest';
import { decideRetry } from './retryRule.ts';

const online = true;

test('repeats an upload without an answer three times, later each time', () => {
  const decisions = [1, 2, 3, 4].map((attempts) => decideRetry({ status: 0, attempts, online }));
  expect(decisions).toEqual([
    { kind: 'again', afterMs: 1_000 },
    { kind: 'again', afterMs: 3_000 },
    { kind: 'again', afterMs: 10_000 },
    { kind: 'failed' },
  ]);
});

test('waits for the network without counting when the device has none', () => {
  expect(decideRetry({ status: 0, attempts: 9, online: false })).toEqual({ kind: 'when_online' });
});

test('repeats what the server could not do, and never what it refused', () => {
  expect(decideRetry({ status: 503, attempts: 1, online })).toEqual({ kind: 'again', afterMs: 1_000 });
  for (const status of [401, 403, 413, 415, 422, 429])
    expect(decideRetry({ status, attempts: 1, online })).toEqual({ kind: 'failed' });
});
