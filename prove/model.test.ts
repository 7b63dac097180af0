import { expect, test } from 'vitest';
import { runModel } from './model/run.ts';
import { runWithLimit } from './support/testing/ending.ts';

/** A short prove:model with a new seed each time. A failure prints how to replay it. */
test('the database matches the model after each of 1,000 random commands', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { commands, tally, violations } = await runModel({ seed, commands: 1_000, lanes: 4 });
  expect(violations, `prove:model --seed ${seed}`).toEqual([]);
  expect(commands).toBeGreaterThanOrEqual(1_000);
  // The worlds reached the deep states.
  for (const outcome of [
    'moveFund done',
    'moveFund accepting too done',
    'moveWork done',
    'withdraw done',
    'settleDispute done',
    'refundEnds done',
    'claimOpens done',
    'settlementBegins done',
    'setRates done',
  ])
    expect(tally.get(outcome), outcome).toBeGreaterThan(0);
  const decided = [...tally.keys()].filter((outcome) => /^decideCase .* done$/.test(outcome));
  expect(decided.length, 'what people decided').toBeGreaterThan(0);
}, 300_000);

test('runs no command once its time is up, and lets the worlds that were begun come to rest', async () => {
  const { run, isInTime } = await runWithLimit((signal) =>
    runModel({ seed: 1, commands: 100_000, lanes: 2, signal }),
  );
  expect(run.violations).toEqual([]);
  expect(run.commands).toBeLessThan(100_000);
  expect(isInTime).toBe(true);
}, 300_000);
