import { expect, test } from 'vitest';
import { isPrefixWithinOneEdit, isWithinOneEdit } from './one-edit.ts';

test.each([
  ['pune', 'pune'],
  ['pune', 'pue'],
  ['pune', 'punne'],
  ['pune', 'pone'],
  ['pune', 'pnue'],
  ['pune', 'puneh'],
])('%s and %s are within one edit', (a, b) => {
  expect(isWithinOneEdit(a, b)).toBe(true);
  expect(isWithinOneEdit(b, a)).toBe(true);
});

test.each([
  ['pune', 'pn'],
  ['pune', 'enup'],
  ['pune', 'ponk'],
  ['pune', 'punexy'],
])('%s and %s are more than one edit apart', (a, b) => {
  expect(isWithinOneEdit(a, b)).toBe(false);
});

test('allows the edit within the prefix', () => {
  expect(isPrefixWithinOneEdit('hyderabad', 'hydra')).toBe(true);
  expect(isPrefixWithinOneEdit('hyderabad', 'hidera')).toBe(true);
  expect(isPrefixWithinOneEdit('hyderabad', 'hadira')).toBe(false);
});
