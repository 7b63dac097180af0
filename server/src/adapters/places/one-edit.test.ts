import { expect, test } from 'vitest';
import { beginsWithinOneEdit, withinOneEdit } from './one-edit.ts';

test.each([
  ['pune', 'pune'],
  ['pune', 'pue'],
  ['pune', 'punne'],
  ['pune', 'pone'],
  ['pune', 'pnue'],
  ['pune', 'puneh'],
])('%s and %s are within one edit', (a, b) => {
  expect(withinOneEdit(a, b)).toBe(true);
  expect(withinOneEdit(b, a)).toBe(true);
});

test.each([
  ['pune', 'pn'],
  ['pune', 'enup'],
  ['pune', 'ponk'],
  ['pune', 'punexy'],
])('%s and %s are more than one edit apart', (a, b) => {
  expect(withinOneEdit(a, b)).toBe(false);
});

test('allows the edit within the prefix', () => {
  expect(beginsWithinOneEdit('hyderabad', 'hydra')).toBe(true);
  expect(beginsWithinOneEdit('hyderabad', 'hidera')).toBe(true);
  expect(beginsWithinOneEdit('hyderabad', 'hadira')).toBe(false);
});
