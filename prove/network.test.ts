import { expect, test } from 'vitest';
import { runNetwork } from './network/run.ts';

test('with the line to each provider cut at every place, every payment, refund and transfer finds its end, once', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, unresolved, cutBefore, cutAfter } = await runNetwork(seed, 6);
  expect(violations, `prove:network --seed ${seed}`).toEqual([]);
  expect(unresolved).toBe(0);
  expect(cutBefore + cutAfter).toBeGreaterThan(0);
}, 300_000);
