import { expect, test } from 'vitest';
import { describeTimeline, findPause } from './timeline.ts';

test('finds the longest time without a write that ends after the fault', () => {
  const writes = [0, 100, 900, 1_000, 1_050, 9_000, 9_100, 12_000];
  expect(findPause(writes, 1_020, 12_500)).toEqual({ pauseMs: 7_950, lastWriteMs: 30, firstWriteMs: 7_980 });
  // A fault that stops writes at once: the last one was before it.
  expect(findPause(writes, 1_060, 12_500)).toEqual({ pauseMs: 7_950, lastWriteMs: -10, firstWriteMs: 7_940 });
});

test('says that no write came until the end', () => {
  expect(findPause([10, 20], 30, 5_000)).toEqual({ pauseMs: 4_980, lastWriteMs: -10, firstWriteMs: null });
  expect(findPause([], 30, 5_000)).toEqual({ pauseMs: 4_970, lastWriteMs: 0, firstWriteMs: null });
});

test('describes a failover and a fault that nobody noticed', () => {
  const leader = { name: 'db2', ms: 21_340 };
  expect(
    describeTimeline({ pauseMs: 23_000, lastWriteMs: 410, firstWriteMs: 23_410, leader, healthyMs: 41_000 }),
  ).toBe('db2 primary 21.3 s, last write 0.4 s, first write 23.4 s, three nodes 41.0 s');
  expect(
    describeTimeline({ pauseMs: 940, lastWriteMs: 10, firstWriteMs: 950, leader: null, healthyMs: 9_000 }),
  ).toBe('no pause (0.9 s), three nodes 9.0 s');
});
