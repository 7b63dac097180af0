import { expect, test } from 'vitest';
import { parsePeersOptions } from './options.ts';
import { summarize } from './summary.ts';

test('measures both peers unless some are named', () => {
  expect(parsePeersOptions([])).toEqual({
    peers: ['vendure', 'medusa'],
    products: 10_000,
    rounds: 3,
    seconds: 5,
    prepareOnly: false,
  });
  expect(parsePeersOptions(['medusa', '--rounds', '1', '--prepare-only'])).toMatchObject({
    peers: ['medusa'],
    rounds: 1,
    prepareOnly: true,
  });
});

test.each([
  [['saleor'], 'There is no peer "saleor": choose of vendure, medusa.'],
  [['--seconds', '0'], '--seconds is "0": it must be a number from 1 on.'],
  [['--clients', '9'], "Unknown option '--clients'"],
])('refuses %j', (args, message) => {
  expect(() => parsePeersOptions(args)).toThrow(message);
});

test('compares the answers per second with the goals', () => {
  const ours = { list: 2_000, detail: 4_900, write: 600 };
  expect(summarize(ours, 'vendure', { list: 200, detail: 100, write: 10 })).toEqual([
    'list, ours / vendure           10.0   (at least 10: met)   ours  2000   vendure   200 a second',
    'detail, ours / vendure         49.0   (at least 50: not met)   ours  4900   vendure   100 a second',
    'write, ours / vendure          60.0   (at least 30: met)   ours   600   vendure  10.0 a second',
  ]);
});
