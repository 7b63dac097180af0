import { expect, test } from 'vitest';
import { runStorm } from './storm/run.ts';
import { runWithLimit } from './support/testing/ending.ts';

test('accepts no forgery and has no wrong effect in 1,000 repeated, reordered, stale, forged and cut webhooks', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, forgeriesAccepted, wrongEffects, forged } = await runStorm(seed, 1_000);
  expect(violations, `prove:storm --seed ${seed}`).toEqual([]);
  expect({ forgeriesAccepted, wrongEffects }).toEqual({ forgeriesAccepted: 0, wrongEffects: 0 });
  expect(forged).toBeGreaterThan(100);
}, 600_000);

test('sends no webhook once its time is up, and judges those that were sent', async () => {
  const run = await runWithLimit((signal) => runStorm(1, 100_000, signal));
  expect(run.violations).toEqual([]);
  expect(run.webhooks).toBeLessThan(2_000);
}, 600_000);
