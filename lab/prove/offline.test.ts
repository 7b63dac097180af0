import { expect, test } from 'vitest';
import { runOffline } from './offline/run.ts';

test('a tap has one effect when the browser or its network is cut while it is sent', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { violations, effects, ...cuts } = await runOffline(seed, 4);
  expect(violations, `prove:offline --seed ${seed}`).toEqual([]);
  expect(effects).toBe(4);
  expect(cuts).toMatchObject({
    networkCutBefore: 1,
    networkCutAfter: 1,
    browserKilledBefore: 1,
    browserKilledAfter: 1,
  });
}, 600_000);
