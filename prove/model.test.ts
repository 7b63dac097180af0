import { expect, test } from 'vitest';
import { runModel } from './model/run.ts';

/** A little of prove:model, with another seed each time; a failure tells how to replay it. */
test('2,000 commands of people, providers, clocks and crashes: the money is where a small model says', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { commands, tally, violations } = await runModel({ seed, commands: 2_000, lanes: 4 });
  expect(violations, `prove:model --seed ${seed}`).toEqual([]);
  expect(commands).toBeGreaterThanOrEqual(2_000);
  // The worlds came far enough to have something to show.
  for (const deep of [
    'moveFund done',
    'moveWork done',
    'withdraw done',
    'settleDispute done',
    'refundEnds done',
    'claimOpens done',
    'settlementBegins done',
    'setRates done',
  ])
    expect(tally.get(deep), deep).toBeGreaterThan(0);
  const decided = [...tally.keys()].filter((way) => /^decideMatter .* done$/.test(way));
  expect(decided.length, 'what people decided').toBeGreaterThan(0);
}, 300_000);
