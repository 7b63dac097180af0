import { expect, test } from 'vitest';
import { readDistributeOptions } from './distribute-options.ts';

test('divides tables into 32 parts unless told otherwise', () => {
  expect(readDistributeOptions([])).toEqual({ shards: 32 });
  expect(readDistributeOptions(['--shards', '64'])).toEqual({ shards: 64 });
});

test.each([
  [['--shards'], 'Usage: npm run distribute'],
  [['--parts', '3'], 'Usage: npm run distribute'],
  [['--shards', '4', '5'], 'Usage: npm run distribute'],
  [['--shards', '-1'], 'Usage: npm run distribute'],
  [['--shards', '0'], '--shards is a number from 1 to 1024, not 0.'],
  [['--shards', '1025'], '--shards is a number from 1 to 1024, not 1025.'],
])('refuses %j', (args, message) => {
  expect(() => readDistributeOptions(args)).toThrow(message);
});
