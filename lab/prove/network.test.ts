import { expect, test } from 'vitest';
import { runNetwork } from './network/run.ts';

test('every payment, refund and transfer completes exactly once while calls to the providers are cut', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, unresolved, cutBefore, cutAfter } = await runNetwork(seed, 6);
  expect(violations, `prove:network --seed ${seed}`).toEqual([]);
  expect(unresolved).toBe(0);
  expect(cutBefore + cutAfter).toBeGreaterThan(0);
}, 600_000);
