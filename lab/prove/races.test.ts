import { expect, test } from 'vitest';
import { runRaces } from './races/run.ts';
import { runWithLimit } from './support/testing/ending.ts';

test('competing money actions never both win, throw nothing, and keep every paisa exactly once', async () => {
  const { violations, doubleWins, unhandled, races, pairs } = await runRaces(4);
  expect(violations).toEqual([]);
  expect({ doubleWins, unhandled }).toEqual({ doubleWins: 0, unhandled: 0 });
  expect(races).toBe(4 * pairs);
}, 600_000);

test('starts no race once its time is up, and judges those that were run', async () => {
  const run = await runWithLimit((signal) => runRaces(10_000, { signal }));
  expect(run.violations).toEqual([]);
  expect(run.races).toBeLessThan(10_000);
}, 600_000);
