import { expect, test } from 'vitest';
import { runStorm } from './storm/run.ts';

test('accepts no forgery and has no wrong effect in 1,000 repeated, reordered, stale, forged and cut webhooks', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, forgeriesAccepted, wrongEffects, forged } = await runStorm(seed, 1_000);
  expect(violations, `prove:storm --seed ${seed}`).toEqual([]);
  expect({ forgeriesAccepted, wrongEffects }).toEqual({ forgeriesAccepted: 0, wrongEffects: 0 });
  expect(forged).toBeGreaterThan(100);
}, 300_000);
