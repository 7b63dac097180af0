import { expect, test } from 'vitest';
import { quoteLifecycle } from '../lifecycle.ts';
import { countAsksLeft, isPosterTurn, isStanding, QUOTE_TURNS_MAX } from './model.ts';

const turns = Array.from({ length: QUOTE_TURNS_MAX }, (_, index) => index + 1);

test('counts down with each time that the poster asks, and not with the answers', () => {
  expect(turns.map(countAsksLeft)).toEqual([2, 1, 1, 0, 0, 0]);
});

test('offers and what the poster asked for alternate', () => {
  expect(turns.map(isPosterTurn)).toEqual([true, false, true, false, true, false]);
});

test('the poster may accept a quote that waits for either side', () => {
  expect(quoteLifecycle.states.filter((state) => isStanding({ state }))).toEqual(['submitted', 'asked']);
});
