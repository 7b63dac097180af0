import { expect, test } from 'vitest';
import { runOffline } from './offline/run.ts';

test('a tap and a message have one effect when the browser or its network is cut while they are sent', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, effects, ...cuts } = await runOffline(seed, 4);
  expect(violations, `prove:offline --seed ${seed}`).toEqual([]);
  expect(effects).toBe(8);
  expect(cuts).toMatchObject({
    networkCutBefore: 2,
    networkCutAfter: 2,
    browserKilledBefore: 2,
    browserKilledAfter: 2,
  });
}, 600_000);
