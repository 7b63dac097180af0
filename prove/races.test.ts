import { expect, test } from 'vitest';
import { runRaces } from './races/run.ts';

test('competing money actions never both win, throw nothing, and keep every paisa exactly once', async () => {
  const { violations, doubleWins, unhandled, races, pairs } = await runRaces(4);
  expect(violations).toEqual([]);
  expect({ doubleWins, unhandled }).toEqual({ doubleWins: 0, unhandled: 0 });
  expect(races).toBe(4 * pairs);
}, 300_000);
