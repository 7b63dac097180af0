import { expect, test } from 'vitest';
import { runModel } from './model/run.ts';
import { runWithLimit } from './support/testing/ending.ts';

/** The worlds must reach these deep states, and at least one decision of a person. */
const DEEP_OUTCOMES = [
  'moveFund done',
  'moveFund accepting too done',
  'moveWork done',
  'withdraw done',
  'settleDispute done',
  'refundEnds done',
  'claimOpens done',
  'settlementBegins done',
  'setRates done',
  'takeStep arrived done',
  'writeReview done',
].map((outcome) => new RegExp(`^${outcome}$`));
const DECISION = /^decideCase .* done$/;
const RUNS_MAX = 5;

/** A short prove:model with a new seed each time. A failure prints how to replay it. */
test('the database matches the model after each of 1,000 random commands', async () => {
  const missing = new Set([...DEEP_OUTCOMES, DECISION]);
  // One run nearly always reaches all of them.
  for (let runs = 0; runs < RUNS_MAX && missing.size > 0; runs += 1) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { commands, tally, violations } = await runModel({ seed, commands: 1_000, lanes: 2 });
    expect(violations, `prove:model --seed ${seed}`).toEqual([]);
    expect(commands).toBeGreaterThanOrEqual(1_000);
    for (const outcome of missing)
      if ([...tally.keys()].some((name) => outcome.test(name))) missing.delete(outcome);
  }
  expect([...missing]).toEqual([]);
}, 600_000);

test('runs no command once its time is up, and lets the worlds that were begun come to rest', async () => {
  const run = await runWithLimit((signal) => runModel({ seed: 1, commands: 100_000, lanes: 2, signal }));
  expect(run.violations).toEqual([]);
  expect(run.commands).toBeLessThan(100_000);
}, 600_000);
