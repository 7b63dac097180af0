import { expect, test } from 'vitest';
import { moveItem } from './rules.ts';

test.each([
  [2, 'up', [2, 1, 3]],
  [2, 'down', [1, 3, 2]],
  [1, 'up', [1, 2, 3]],
  [3, 'down', [1, 2, 3]],
  [9, 'up', [1, 2, 3]],
] as const)('moves %i %s', (id, direction, expected) => {
  expect(moveItem([1, 2, 3], id, direction)).toEqual(expected);
});
